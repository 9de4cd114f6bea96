"""A writer, a watcher and two contenders for a lock, as docs/clients.md tells users of python3-etcd3 to write them.

Usage: python_clients.py HOST PORT; it ends when its standard input does, and prints one line of JSON.
"""

import json
import sys
import threading
import time

import etcd3

HOST, PORT = sys.argv[1], int(sys.argv[2])
PREFIX = "python/"
TTL = 5
HOLD = 2
ended = threading.Event()
acknowledged = []
seen = set()
gaps = []
held = []
begun = [0]


def connect():
    """Looks the name up anew."""
    return etcd3.client(host=HOST, port=PORT, timeout=3)


def revision(client):
    """The newest one, by a read through the quorum."""
    return client.get_response(PREFIX).header.revision


def write():
    n = 0
    client = connect()
    while not ended.wait(0.1):
        try:
            answer = client.put(PREFIX + str(n), "x")
            acknowledged.append(answer.header.revision)
        except Exception:  # Done or not: nothing is claimed of it.
            client = connect()
        n += 1


def watch():
    """From the revision after the last event; where that is compacted, from what a read says."""
    last = 0
    while not ended.is_set():
        try:
            client = connect()
            if last == 0:
                last = begun[0] = revision(client)
            events, cancel = client.watch_prefix(PREFIX, start_revision=last + 1)
            # The iterator blocks for ever where the connection is silent: somebody has to look at the time.
            stop = watchdog(client, lambda: last, cancel)
            try:
                for event in events:
                    seen.add(event.mod_revision)
                    last = max(last, event.mod_revision)
                    if ended.is_set():
                        break
            finally:
                stop.set()
                cancel()
        except etcd3.exceptions.RevisionCompactedError:
            try:
                read = revision(connect())
                gaps.append((last, read))
                last = max(last, read)
            except Exception:
                time.sleep(0.5)
        except Exception:
            time.sleep(0.5)


def watchdog(client, last, cancel):
    """Ends a watch that stands still behind a revision that was acknowledged."""
    stop = threading.Event()

    def look():
        before, since = last(), time.monotonic()
        while not stop.wait(0.5):
            if last() != before:
                before, since = last(), time.monotonic()
            behind = bool(acknowledged) and acknowledged[-1] > last()
            if ended.is_set() or (behind and time.monotonic() - since > 10):
                cancel()
                return

    threading.Thread(target=look, daemon=True).start()
    return stop


def contend(who):
    """Believes to hold the lock until it gives it back, or its lease, counted from before a renewal, has ended."""
    while not ended.is_set():
        try:
            client = connect()
            lock = client.lock("python-lock", ttl=TTL)
            asked = time.monotonic()
            if not lock.acquire(timeout=TTL - 1):
                continue
            valid = asked + TTL
            start = now = time.monotonic()
            while now < valid and now - start < HOLD and not ended.is_set():
                time.sleep(0.3)
                asked = time.monotonic()
                try:
                    lock.refresh()
                    valid = asked + TTL
                except Exception:
                    pass
                now = time.monotonic()
            if start < valid:
                held.append((who, start, min(now, valid)))
            lock.release()
        except Exception:
            time.sleep(0.3)


threads = [
    threading.Thread(target=write, daemon=True),
    threading.Thread(target=watch, daemon=True),
    threading.Thread(target=contend, args=(1,), daemon=True),
    threading.Thread(target=contend, args=(2,), daemon=True),
]
for thread in threads:
    thread.start()
for line in sys.stdin:  # "more": so many as are told were acknowledged by now.
    print(json.dumps({"acknowledged": len(acknowledged), "locks": len(held)}), flush=True)
deadline = time.monotonic() + 60
want = [r for r in acknowledged if r > begun[0]]
while time.monotonic() < deadline and want and max(seen, default=0) < want[-1]:
    if gaps and gaps[-1][1] >= want[-1]:
        break
    time.sleep(0.2)
missed = [r for r in want if r not in seen and not any(a < r <= b for a, b in gaps)]
twice = sum(
    1
    for i, a in enumerate(held)
    for b in held[i + 1 :]
    if a[0] != b[0] and a[1] < b[2] and b[1] < a[2]
)
ended.set()
print(
    json.dumps(
        {
            "acknowledged": len(acknowledged),
            "events": len(seen),
            "gaps": len(gaps),
            "missed": len(missed),
            "locks": len(held),
            "twice": twice,
        }
    ),
    flush=True,
)

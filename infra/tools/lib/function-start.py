"""Measures how long the controller's function needs from its process's start until it asks for its first event.

usage: function-start.py JAVA RUNS ZIP:RUNTIME-CLIENT-JARS HANDLER [JVM-FLAG ...]

Prints the median of the runs in milliseconds. Every call to AWS is refused at once, so that the time is that of the JVM
and of the code alone: what Lambda calls the init phase, without the network.
"""

import http.server
import os
import statistics
import subprocess
import sys
import threading
import time


class Api(http.server.BaseHTTPRequestHandler):
    """The runtime's API, of which only the first question counts, and AWS, which refuses all."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.endswith("/runtime/invocation/next"):
            self.server.asked.set()
            self.server.over.wait()
        self.refuse()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "/runtime/init/error" in self.path:
            self.server.failed = True
            self.server.asked.set()
        self.refuse()

    do_PUT = do_HEAD = do_POST

    def refuse(self):
        body = b'{"__type":"AccessDeniedException"}'
        self.send_response(400)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Says nothing of a process that was ended in the middle of a question."""

    def handle_error(self, request, client_address):
        pass


def start(java, class_path, handler, flags):
    server = Server(("127.0.0.1", 0), Api)
    server.asked, server.over, server.failed = threading.Event(), threading.Event(), False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"127.0.0.1:{server.server_port}"
    environment = {
        "PATH": os.environ["PATH"],
        "AWS_LAMBDA_RUNTIME_API": address,
        "AWS_ENDPOINT_URL": f"http://{address}",
        "AWS_LAMBDA_FUNCTION_NAME": "quorate-controller",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
        "AWS_LAMBDA_FUNCTION_VERSION": "1",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "QUORATE_CLUSTERS_TABLE": "clusters",
        "QUORATE_NODES_TABLE": "nodes",
        "QUORATE_BUCKET": "bucket",
        "_HANDLER": handler,
    }
    began = time.monotonic()
    process = subprocess.Popen(
        [java, *flags, "--enable-native-access=ALL-UNNAMED", "-cp", class_path,
         "com.amazonaws.services.lambda.runtime.api.client.AWSLambda", handler],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        asked = server.asked.wait(timeout=120)
        took = (time.monotonic() - began) * 1000
        if not asked or server.failed:
            process.kill()
            sys.exit(f"the function did not start: {process.communicate()[0].decode()[-3000:]}")
        return took
    finally:
        process.terminate()  # An archive that is to be made is written at the end.
        server.over.set()
        process.communicate(timeout=60)
        server.shutdown()


def main(java, runs, class_path, handler, *flags):
    print(round(statistics.median(start(java, class_path, handler, flags) for _ in range(int(runs)))))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])

"""A Lambda endpoint of one function that fails while a file is there, and answers otherwise.

usage: refusing-function.py PORT-FILE REFUSE-FILE CALLS-FILE

Writes its port to PORT-FILE when it listens, and each call as a line to CALLS-FILE: the id that its retries share, and the
payload.
"""

import http.server
import os
import sys

PORT_FILE, REFUSE_FILE, CALLS_FILE = sys.argv[1:]


class Function(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        payload = self.rfile.read(int(self.headers["Content-Length"]))
        with open(CALLS_FILE, "ab") as calls:
            calls.write(self.headers["Amz-Sdk-Invocation-Id"].encode() + b" " + payload + b"\n")
        refused = os.path.exists(REFUSE_FILE)
        answer = b'{"errorMessage": "refused by the test"}' if refused else b'{"result": "stored"}'
        self.send_response(200)
        if refused:
            self.send_header("X-Amz-Function-Error", "Unhandled")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Function)
with open(PORT_FILE + ".new", "w", encoding="utf-8") as file:
    file.write(str(server.server_address[1]))
os.rename(PORT_FILE + ".new", PORT_FILE)
server.serve_forever()

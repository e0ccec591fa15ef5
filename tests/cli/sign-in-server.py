# sign-in-server.py: an MCP server over HTTP, and its OAuth authorization server on another port
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes both ports to the file given as argument, and a log of the requests to FILE.log, one per line. Exits when its
# stdin is closed.

import base64
import hashlib
import http.server
import json
import os
import sys
import threading
import urllib.parse

state = {'challenge': None, 'token': None, 'n': 0}


def log(text):
    with open(sys.argv[1] + '.log', 'a') as file:
        file.write(text + '\n')


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def answer(self, status, value=None, **headers):
        body = b'' if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name.replace('_', '-'), text)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def read(self):
        return self.rfile.read(int(self.headers.get('Content-Length', 0))).decode()


class Issuer(Handler):
    def do_GET(self):
        base = 'http://127.0.0.1:%d' % issuer.server_port
        url = urllib.parse.urlsplit(self.path)
        log('issuer ' + url.path)
        if url.path == '/.well-known/oauth-authorization-server':
            self.answer(200, {'issuer': base, 'authorization_endpoint': base + '/authorize',
                              'token_endpoint': base + '/token', 'registration_endpoint': base + '/register',
                              'code_challenge_methods_supported': ['S256']})
        elif url.path == '/authorize':
            query = dict(urllib.parse.parse_qsl(url.query))
            state['challenge'] = query['code_challenge']
            self.answer(302, Location='%s?code=c0de&state=%s' % (query['redirect_uri'], query['state']))
        else:
            self.answer(404)

    def do_POST(self):
        log('issuer ' + self.path)
        text = self.read()
        if self.path == '/register':
            self.answer(201, {'client_id': 'registered'})
            return
        form = dict(urllib.parse.parse_qsl(text))
        digest = hashlib.sha256(form.get('code_verifier', '').encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip('=')
        if form['grant_type'] == 'client_credentials':
            log(self.headers['Authorization'])
        elif form['grant_type'] == 'authorization_code' and challenge != state['challenge']:
            self.answer(400, {'error': 'invalid_grant'})
            return
        state['n'] += 1
        state['token'] = 'access-token-%d' % state['n']
        self.answer(200, {'access_token': state['token'], 'token_type': 'Bearer', 'expires_in': 60,
                          'refresh_token': 'refresh-token-%d' % state['n']})


class Server(Handler):
    def do_GET(self):
        base = 'http://127.0.0.1:%d' % server.server_port
        if self.path == '/.well-known/oauth-protected-resource/mcp':
            self.answer(200, {'resource': base + '/mcp',
                              'authorization_servers': ['http://127.0.0.1:%d' % issuer.server_port]})
        else:
            self.answer(405 if self.path == '/mcp' else 404)

    def do_POST(self):
        message = json.loads(self.read())
        header = self.headers.get('Authorization')
        method = message.get('method')
        log('server %s %s' % (method, 'signed in' if header else 'unsigned'))
        if self.path != '/open' and header != 'Bearer %s' % state['token']:
            self.answer(401, WWW_Authenticate='Bearer')
        elif 'id' not in message:
            self.answer(202)
        elif method == 'initialize':
            self.result(message, {'protocolVersion': '2025-11-25', 'capabilities': {},
                                  'serverInfo': {'name': 's', 'version': '1'}})
        elif method == 'tools/list':
            self.result(message, {'tools': [{'name': 'weather', 'inputSchema': {'type': 'object'}}]})
        elif method == 'tools/call':
            self.result(message, {'content': [{'type': 'text', 'text': 'sunny ' + str(header)}]})
        else:
            self.answer(400, {'jsonrpc': '2.0', 'id': None, 'error': {'code': -32000, 'message': 'no'}})

    def result(self, message, result):
        self.answer(200, {'jsonrpc': '2.0', 'id': message['id'], 'result': result})


issuer = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Issuer)
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server)
for each in issuer, server:
    threading.Thread(target=each.serve_forever, daemon=True).start()
with open(sys.argv[1] + '.new', 'w') as ports:
    ports.write('%d %d' % (server.server_port, issuer.server_port))
os.rename(sys.argv[1] + '.new', sys.argv[1])
sys.stdin.read()

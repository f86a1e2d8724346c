// The door to the workbench. VS Code's own agent is off in a fresh profile until somebody signs in, which a newcomer
// should not have to: the page at the door marks the set-up as done in the browser's storage, and goes in. All else
// is passed through.
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** Marks the set-up of the chat as done, in the storage of the page's origin. */
export function markChatAsSetUp() {
  return new Promise((done, failed) => {
    const opening = indexedDB.open('vscode-web-state-db-global', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('ItemTable'));
    opening.addEventListener('error', () => failed(opening.error));
    opening.addEventListener('success', () => {
      const change = opening.result.transaction('ItemTable', 'readwrite');
      change.objectStore('ItemTable').put('true', 'builtinChatExtensionEnablementMigration');
      change.addEventListener('complete', () => {
        opening.result.close();
        done();
      });
    });
  });
}

/** Listens on `port` of loopback in front of the workbench on `inner`; the first page leads to `start`. */
export async function openDoor({ port, inner, start }) {
  const names = (at) => [`127.0.0.1:${at}`, `localhost:${at}`];
  const server = createServer((incoming, answer) => {
    // A page elsewhere may have pointed a name of its own at this machine.
    if (!names(server.address().port).includes(incoming.headers.host ?? '')) {
      answer.writeHead(403).end();
    } else if (incoming.url === '/') {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(start));
    } else {
      pass(incoming, answer, inner);
    }
  });
  server.on('upgrade', (incoming, socket, head) => passSocket(incoming, socket, head, inner));
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done));
  return { port: server.address().port, close: () => server.close() };
}

function page(start) {
  return `<!doctype html><title>SlotGuard</title><script>${markChatAsSetUp}
markChatAsSetUp().finally(() => location.replace(${JSON.stringify(start)}));</script>`;
}

function pass(incoming, answer, inner) {
  const { method, url, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port: inner, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode, response.headers);
    response.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}

function passSocket(incoming, socket, head, inner) {
  const through = connect(inner, '127.0.0.1', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    }
    through.write(`${lines.join('\r\n')}\r\n\r\n`);
    through.write(head);
    through.pipe(socket).pipe(through);
  });
  through.on('error', () => socket.destroy());
  socket.on('error', () => through.destroy());
}

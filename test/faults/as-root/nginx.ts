import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../monitor/free-port.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';

/** Proxies all requests to a service at `url`, the stream as nginx's own guide recommends. */
export const proxyTo = (url: string, more = '') => `location / {
  proxy_pass ${url};
  proxy_http_version 1.1;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  ${more}
}`;

/**
 * Starts nginx with a server of that configuration on its own port, until the test ends. `more` goes next to `http`.
 */
export async function startNginx(server: string, more = '') {
  const folder = temporaryFolder();
  const file = join(folder, 'nginx.conf');
  const port = await freePort();
  const write = (rules: string) => writeFileSync(file, configuration(folder, port, rules, more));
  const nginx = (...words: string[]) => execFileSync('nginx', ['-p', folder, '-c', file, ...words], { stdio: 'pipe' });
  write(server);
  nginx();
  onTestFinished(() => void nginx('-s', 'stop'));
  return {
    url: `http://127.0.0.1:${port}`,
    /** Runs `nginx -s reload`, with another configuration if one is given. */
    reload(rules = server): void {
      write(rules);
      nginx('-s', 'reload');
    },
  };
}

function configuration(folder: string, port: number, server: string, more: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `user root;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
${more}
events {}
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server { listen 127.0.0.1:${port}; ${server} }
}
`;
}

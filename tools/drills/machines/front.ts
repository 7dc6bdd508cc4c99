import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adapted, launch, type Programs } from './programs.ts'

type Front = { folder: string; programs: Programs; port: number; appPorts: [number, number] }

/** Starts nginx with the configuration of ops/ in front of the two programs, without TLS. */
export function startFront({ folder, programs, port, appPorts }: Front) {
  const nginxFolder = join(folder, 'nginx')
  mkdirSync(nginxFolder, { mode: 0o755 })
  const site = adapted('nginx/stodpunkt.conf', [
    ['    server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;\n', ''],
    ['#server 10.0.0.11:3000', `server 127.0.0.1:${appPorts[0]}`],
    ['#server 10.0.0.12:3000', `server 127.0.0.1:${appPorts[1]}`],
    ['listen 80;', `listen unix:${nginxFolder}/redirect.socket;`],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['    ssl_certificate ', '    # ssl_certificate '],
    ['    ssl_certificate_key ', '    # ssl_certificate_key '],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${nginxFolder}/${kind};`,
  )
  writeFileSync(join(nginxFolder, 'site.conf'), site)
  writeFileSync(
    join(nginxFolder, 'nginx.conf'),
    `daemon off; pid ${nginxFolder}/pid; error_log stderr error; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${paths.join(' ')} include ${nginxFolder}/site.conf; }
`,
  )
  const { child } = launch({ program: programs.nginx, args: ['-e', 'stderr', '-c', join(nginxFolder, 'nginx.conf')] })
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill('SIGTERM') }
}

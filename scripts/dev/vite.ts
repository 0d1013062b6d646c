import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, DevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { CLIENT } from './web-from-vite.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Vite for browsers, and for the server's first paints.
 * @param options.server the address of its socket
 * @param options.onChange called for each changed file that Vite knows, after Vite has processed it
 */
export function createVite(options: {
  server: Server
  allowedHosts: string[]
  onChange: (change: { file: string; all: boolean }) => void
}): Promise<ViteDevServer> {
  return createServer({
    configFile: `${root}vite.config.ts`,
    root: `${root}src/web`,
    appType: 'custom',
    clearScreen: false,
    plugins: [client, firstPaints(options.onChange)],
    server: {
      middlewareMode: true,
      ws: { server: options.server },
      allowedHosts: options.allowedHosts,
    },
    // There is no HTML file in which Vite could find them.
    optimizeDeps: { entries: ['main.tsx', 'app/routes/**/*.tsx'] },
    environments: {
      ssr: {
        dev: {
          // The server's modules are requested without a network.
          createEnvironment: (name, config) =>
            new DevEnvironment(name, config, { hot: true, transport: { skipFsCheck: true } }),
        },
      },
    },
  })
}

/** A file, because the pages' policy forbids inline scripts. */
const client: Plugin = {
  name: 'development-client',
  resolveId: (id) => (id === CLIENT ? `\0${CLIENT}` : undefined),
  load: (id) =>
    id === `\0${CLIENT}`
      ? `import '/@vite/client'\n${react.preambleCode.replace('__BASE__', '/')}`
      : undefined,
}

/** The server reloads its modules when it next needs them, so Vite only reports which ones changed. */
function firstPaints(onChange: (change: { file: string; all: boolean }) => void): Plugin {
  return {
    name: 'first-paints',
    hotUpdate({ file, type }) {
      if (this.environment.name !== 'ssr') return
      onChange({ file, all: type !== 'update' })
      return []
    },
  }
}

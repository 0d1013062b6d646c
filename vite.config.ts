import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every screen needs is one file, and what several need is another: each small file of its own would cost half a
 * kilobyte of headers, and compress worse.
 */
const groups = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|react-router|hono|@tanstack\/[\w-]+)\/|src\/web\/(lib\/(title|session-channel|new-id)|ui\/column)\.tsx?$/,
    priority: 2,
  },
  {
    name: 'contract',
    test: /node_modules\/zod\/|src\/shared\/(agents|base58|chat|limits|messages|page-query|plain-text)\.ts/,
    priority: 1,
  },
]

/** Two bundles from one source: `dist/web/client` for browsers, and `dist/web/server`, the only part of the web that the server loads. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/web',
  cacheDir: '../../.cache/vite',
  plugins: [react(), tailwindcss()],
  ssr: { noExternal: true },
  // Node's own value would keep both builds of React in the server bundle.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? '../../dist/web/server' : '../../dist/web/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: {
      polyfill: false,
      // The entry's sheet stands in the page itself (server/http/document.ts), so no chunk has to fetch it.
      resolveDependencies: (_, dependencies) =>
        dependencies.filter((file) => !/\/main-[^/]+\.css$/.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? { input: 'src/web/entry-server.tsx' }
      : { input: 'src/web/main.tsx', output: { codeSplitting: { groups } } },
  },
}))

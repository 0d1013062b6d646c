import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    rollupOptions: { input: isSsrBuild ? 'src/web/entry-server.tsx' : 'src/web/main.tsx' },
  },
}))

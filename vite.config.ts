import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { screenChunks } from './scripts/build/chunks.ts'
import { compact, refuseWideCharacters } from './scripts/build/compact.ts'
import { ownTexts } from './scripts/build/own-texts.ts'

const chunks = screenChunks()

/** The first value of a rule, for browsers that can't mix colours, and the rule with the one for the others. */
const colourTwice =
  /([^{}]+)\{([a-z-]+):[^;{}]+\}@supports \(color:color-mix\(in lab, red, red\)\)\{(\1\{\2:[^{}]+\})\}/g

/**
 * Takes out what Tailwind writes a second time for browsers without `@property` (Firefox before 128, Safari before 16.4) and
 * `color-mix` (before 113 and 16.2), in which the product's code does not run either. The sheet stands in every page.
 */
const withoutFallbacks: Plugin = {
  name: 'without-fallbacks',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = String(file.source)
          .replace(/@layer properties\{@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\}\}/, '')
          .replace(colourTwice, '$3')
  },
}

/** Leaves out how the API's client writes cookies of its own, which no browser lets a page do. */
const withoutCookies: Plugin = {
  name: 'without-cookies',
  load: {
    filter: { id: /\/hono\/dist\/utils\/cookie\.js$/ },
    handler: () => 'export const serialize = String',
  },
}

const isSeldom = /\/(?:authorize|desk|place|rules|crisis|settings)-[^/]+$/

/** Two bundles from one source: `dist/web/client` for browsers, and `dist/web/server`, the only part of the web that the server loads. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'src/web',
  cacheDir: '../../.cache/vite',
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [refuseWideCharacters] : [ownTexts(), chunks.plugin, withoutFallbacks, withoutCookies]),
  ],
  ...(command === 'build' && {
    ssr: { noExternal: true },
    // Node's own value would keep both builds of React in the server bundle.
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? '../../dist/web/server' : '../../dist/web/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: isSsrBuild ? false : 'manifest.json',
    // For stacks in the log; the browser's part would only weigh more.
    sourcemap: isSsrBuild ?? false,
    modulePreload: {
      polyfill: false,
      // The entry and its sheet, which stands in the page itself (server/http/document.ts), are there before any chunk.
      // What people seldom open fetches its own, so that no first visit has the list of that. What screens share is
      // there before a part of one is opened.
      resolveDependencies: (opened, dependencies, { hostId }) =>
        dependencies.filter(
          (file) =>
            !/\/(?:main|rolldown-runtime)-[^/]+\.(?:css|js)$/.test(file) &&
            (file === opened ||
              !(
                isSeldom.test(opened) ||
                (!/\/main-[^/]+$/.test(hostId) && /\/shared-\d+-[^/]+$/.test(file))
              )),
        ),
    },
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? { input: 'src/web/entry-server.tsx', output: compact }
      : {
          input: 'src/web/main.tsx',
          // A sentence goes from its feature's one file of texts to the chunk that shows it.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: { groups: chunks.groups },
            // Every page has a list of such names, in which a hash can't be compressed; its 42 bits tell two builds apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
  },
}))

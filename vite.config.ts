import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every screen needs is one file, what those with data need is another, and what lists and forms need a third, and so
 * on: each small file of its own would cost half a kilobyte of headers, and compress worse. What a group needs itself goes
 * along where no group before it has it, so nothing of the second may be missing from the first that the home screen has.
 */
const groups = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|hono|@tanstack\/[\w-]+)\/|src\/web\/(lib\/(api|identity|new-id|router|session-channel|title)|ui\/(button|column|icons|toast))\.tsx?$|src\/shared\/(agent-defaults|agent-troubles|limits|messages|plain-text)\.ts|src\/web\/(lib\/(agent-question|clock|copy-text|explain-error|page-memory|reconnecting|use-has-room|use-lasting|use-now-until|use-online|viewer)|ui\/(copy-button|markdown|picture))\.tsx?$/,
    priority: 4,
  },
  {
    // For screens that parse what they are told or asked; a chat that is only looked at loads none of it.
    name: 'schemas',
    test: /node_modules\/zod\/|src\/shared\/(message-schemas|page-query|picture-url)\.ts/,
    priority: 3,
  },
  {
    // What reads a reply: it comes when somebody begins to write.
    name: 'reading',
    test: /src\/(shared\/chat|web\/lib\/stream)\.ts/,
    priority: 3,
  },
  {
    name: 'lists',
    test: /src\/web\/(lib\/(last-used|more-pages|use-minute|use-typed-search)|ui\/(field|load-more|notice|search-box|state-panel))\.tsx?$/,
    priority: 3,
  },
  {
    name: 'replies',
    test: /src\/web\/(lib\/next-frame|features\/chat\/(engine-note|api\/engine-question))\.tsx?$/,
    priority: 3,
  },
  {
    name: 'channel',
    test: /src\/web\/features\/chat\/(api\/conversation-question|conversation\/(conversation-channel|kept-conversations))\.ts$/,
    priority: 3,
  },
  {
    name: 'agents',
    test: /src\/web\/features\/agents\/(api\/(agent|agent-list|favourites|my-agents|use-favourite)|favourite\/(favourite-star|use-favourite-toggle))\.tsx?$/,
    priority: 2,
  },
  {
    name: 'talk',
    test: /src\/web\/(lib\/use-latest|features\/chat\/(composer\/composer|conversation\/use-conversation|messages\/message-list))\.tsx?$/,
    priority: 1,
  },
  {
    name: 'cards',
    test: /src\/web\/features\/agents\/(card-picture|draft-mark|token-link|api\/use-publish-agent)\.tsx?$/,
    priority: 1,
  },
  {
    name: 'own-agents',
    test: /src\/web\/(app\/try-out|features\/agents\/(api\/change-agent|management\/(agent-dialogs|neural-link|reach-buttons|use-duplicate-agent)))\.tsx?$/,
    priority: 1,
  },
  {
    name: 'history',
    test: /src\/web\/(lib\/(mark-hits|use-arrow-links)|ui\/marked-text|features\/chat\/history\/(api\/(change-conversation|conversation-list)|conversation-(item|list|mark|pages)|delete-all|history-search|kept-for-wallets|new-replies|rename-form|use-(conversation-cache|conversation-list|new-replies|rename)))\.tsx?$/,
    priority: 2,
  },
  {
    name: 'realms',
    test: /src\/(shared\/(realm-messages|realms|realtime)\.ts|web\/lib\/socket\.ts|web\/features\/realms\/(made-by|participant-count|realm-sigil|short-address|api\/realm(-list)?|live\/(page-line|read-marks|realm-line))\.tsx?$)|src\/web\/features\/realms\/room\/(turn-words|use-session-deed)\.ts$/,
    priority: 2,
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

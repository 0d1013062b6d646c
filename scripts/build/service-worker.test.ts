import { expect, test } from 'vitest'
import { keptFiles } from './service-worker.ts'

test('what is kept is the entry, every screen, and what they load later, but for what only few need', () => {
  const manifest = {
    'main.tsx': {
      file: 'assets/main.js',
      assets: ['assets/inter.woff2', 'assets/logos.svg', 'assets/photo.webp'],
      imports: ['_core.js'],
      dynamicImports: ['app/routes/chat.tsx'],
    },
    '_core.js': { file: 'assets/core.js', dynamicImports: ['ui/toaster.tsx', 'ui/markdown/highlighter.ts'] },
    'app/routes/chat.tsx': { file: 'assets/chat.js', imports: ['_core.js', '_talk.js'] },
    '_talk.js': { file: 'assets/talk.js' },
    'ui/toaster.tsx': { file: 'assets/toaster.js' },
    'ui/markdown/highlighter.ts': { file: 'assets/highlighter.js', imports: ['_languages.js'] },
    '_languages.js': { file: 'assets/languages.js' },
    '../../node_modules/@shikijs/langs/dist/c.mjs': { file: 'assets/c.js' },
  }
  expect(keptFiles(manifest)).toEqual([
    '/assets/chat.js',
    '/assets/core.js',
    '/assets/inter.woff2',
    '/assets/logos.svg',
    '/assets/main.js',
    '/assets/talk.js',
    '/assets/toaster.js',
  ])
})

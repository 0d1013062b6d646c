import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { ChosenPicture, Picture } from './picture.tsx'

const srcOf = (src: string) => /src="([^"]*)"/.exec(renderToStaticMarkup(<Picture src={src} alt="" />))?.[1]

test.each(['/images/default.webp', '/images/remote/0a.webp', 'blob:http://127.0.0.1:3000/0a'])(
  '%s, of this server or of a file that was chosen in the page, is shown',
  (src) => {
    expect(srcOf(src)).toBe(src)
  },
)

test.each([
  'https://pictures.example/a.png',
  'http://pictures.example/a.png',
  '//pictures.example/a.png',
  'data:image/png;base64,AA',
  '',
])('%j, as an old draft may hold, is never asked for', (src) => {
  expect(srcOf(src)).toBe(DEFAULT_IMAGE_URL)
})

test.each([
  ['data:image/webp;base64,AA', 'data:image/webp;base64,AA'],
  ['https://pictures.example/a.png', DEFAULT_IMAGE_URL],
  ['data:image/svg+xml;base64,AA', DEFAULT_IMAGE_URL],
])('of a chosen file %j is shown as %j', (src, shown) => {
  expect(renderToStaticMarkup(<ChosenPicture src={src} />)).toContain(`src="${shown}"`)
})

test('nothing else puts a picture on a page, but for chosen files and what wallets carry', () => {
  const web = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx$/.test(name) && !/\.test\.tsx$/.test(name))
    .filter((name) => /<img\b|<image\b|new Image\(/.test(readFileSync(join(web, name), 'utf8')))
  expect(files.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([
    'features/wallet/modal/wallet-list.tsx',
    'ui/picture/image-picker.tsx',
    'ui/picture/picture.tsx',
  ])
})

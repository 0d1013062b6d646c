import { expect, test } from 'vitest'
import { readableHtml } from '../../tools/web/page/readable-html.ts'
import { htmlBlocks } from './read-html.ts'

test.each([
  '<!doctype html><title>T</title><body><p>Hello</p>',
  '<!doctype html><head><title>T</title></head><body><p>Hello</p></body>',
  '<body><p>Hello</p></body>',
  '<html><!-- <body> --><p>Hello</p></html>',
  '<p>Hello</p><script>const outer = "<body >"</script>',
  '<html><frameset><noframes><body>Hello</body></noframes></frameset></html>',
  '<HTML><BODY><P>Hello</P></BODY></HTML>',
])('a page is read which of its outer elements ever it leaves out: %s', (html) => {
  expect(readableHtml(html, 'https://x.example/').text).toBe('Hello')
  expect(htmlBlocks(html, { mainPart: true }).at(-1)).toEqual({ text: 'Hello' })
})

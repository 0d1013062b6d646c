import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown, preloadMarkdown } from './markdown.tsx'

test('once the renderer is loaded the first text is not shown plain before', async () => {
  preloadMarkdown()
  await import('./content.tsx')
  // What was imported before is there after the promises that wait for it.
  await new Promise((resolve) => setTimeout(resolve))
  expect(renderToString(<Markdown text="It is **noon**." growing={false} />)).toContain(
    '<strong>noon</strong>',
  )
})

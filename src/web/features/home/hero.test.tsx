import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticRouter } from '../../lib/router/router.tsx'
import { Hero } from './hero.tsx'
import * as texts from './texts.ts'

const paint = (isMissing: boolean) =>
  renderToString(
    <StaticRouter location="/">
      <Hero agents={[]} onReady={() => {}} isMissing={isMissing} />
    </StaticRouter>,
  )

test('a home screen that could not be loaded says what is there all the same', () => {
  expect(paint(true)).toContain(texts.missing)
  expect(paint(false)).not.toContain(texts.missing)
})

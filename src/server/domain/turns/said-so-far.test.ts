import { expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { saidSoFar } from './said-so-far.ts'

const sources = [citedSource(1), citedSource(2)]

test('a running turn shows the passages that it cites so far, and none of the others', () => {
  const said = (text: string) =>
    saidSoFar([
      { kind: 'sources', sources },
      { kind: 'text', text },
    ])
  expect(said('At dusk')).toEqual({ content: 'At dusk', sources: [] })
  expect(said('At dusk [2')).toEqual({ content: 'At dusk [2', sources: [] })
  expect(said('At dusk [2], and [7]')).toEqual({ content: 'At dusk [2], and [7]', sources: [sources[1]] })
})

test('without documents bracketed numbers are text', () => {
  expect(saidSoFar([{ kind: 'text', text: 'An array: a[1]' }])).toEqual({
    content: 'An array: a[1]',
    sources: null,
  })
})

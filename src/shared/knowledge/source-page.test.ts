import { expect, test } from 'vitest'
import { marksWithin, readSourceOpening, sourcePath } from './source-page.ts'

const place = { sourceId: '7d6f3c1e-52b0-4c8f-9d0a-3f1d2a9b8c7e', version: 2, number: 7 }
const queryOf = (path: string) => new URL(path, 'https://example.org').searchParams

test('the address of a passage says all that opens and marks it', () => {
  const opening = {
    key: 'a-key_1',
    by: place.sourceId,
    marks: [
      { from: 3, to: 9 },
      { from: 12, to: 20 },
    ],
  }
  const path = sourcePath(place, opening)
  expect(path).toBe(`/source/${place.sourceId}/2/7?key=a-key_1&by=${place.sourceId}&mark=3-9.12-20`)
  expect(readSourceOpening(queryOf(path))).toEqual(opening)
  expect(readSourceOpening(queryOf(sourcePath(place, { marks: [] })))).toEqual({ marks: [] })
})

test('whatever stands in an address, the marks are parts of the passage', () => {
  const passage = 'The lamp is lit at dusk.'
  const whole = [{ from: 0, to: passage.length }]
  const marksOf = (mark: string) =>
    marksWithin(passage, readSourceOpening(new URLSearchParams({ mark })).marks)
  for (const mark of ['', '-', '4', '8-4', '4-4', '-1-4', '4-99', '1e1-12', '<b>', '99999999999-4'])
    expect(marksOf(mark), mark).toEqual(whole)
  expect(marksOf('9-12.4-8.5-10.x')).toEqual([
    { from: 4, to: 8 },
    { from: 9, to: 12 },
  ])
})

import { expect, test } from 'vitest'
import { type ChunkModule, clusterByScreens } from './chunks.ts'

const module = (id: string, size: number, imports: string[] = []): ChunkModule => ({ id, size, imports })
const isScreen = (id: string) => id.startsWith('screen-')
const BIG = 200_000
const SMALL = 300

function filesOf(modules: ChunkModule[]): string[][] {
  return clusterByScreens(modules, isScreen, new Set(['entry'])).map((ids) => ids.sort())
}

test('what the same screens load is one file, and what few of them load burdens no other', () => {
  const files = filesOf([
    module('entry', BIG),
    module('screen-a', SMALL, ['form', 'field', 'realms']),
    module('screen-b', SMALL, ['form', 'realms']),
    module('screen-c', SMALL, ['form', 'own']),
    module('screen-d', SMALL),
    module('form', BIG, ['field']),
    module('field', SMALL),
    module('realms', BIG),
    module('own', BIG),
  ])
  expect(files).toEqual([['entry'], ['field', 'form'], ['realms']])
})

test('a small file goes along with one that it spares its screens', () => {
  const files = filesOf([
    module('entry', BIG),
    module('screen-a', SMALL, ['big', 'small']),
    module('screen-b', SMALL, ['big', 'small']),
    module('screen-c', SMALL, ['big']),
    module('screen-d', SMALL),
    module('big', BIG),
    module('small', SMALL),
  ])
  expect(files).toEqual([['entry'], ['big', 'small']])
})

test('what one screen loads at once and another later is no file of its own if it is tiny', () => {
  const filesWith = (size: number) =>
    filesOf([
      module('entry', BIG),
      { ...module('screen-a', SMALL, ['shared', 'part', 'own']), lazyImports: ['own-menu'] },
      { ...module('screen-b', SMALL, ['shared']), lazyImports: ['menu'] },
      module('screen-c', SMALL),
      module('shared', BIG),
      module('menu', SMALL, ['part']),
      module('own-menu', SMALL, ['own']),
      module('part', size),
      module('own', SMALL),
    ])
  expect(filesWith(SMALL)).toEqual([['entry'], ['part', 'shared']])
  expect(filesWith(BIG)).toEqual([['entry'], ['shared']])
})

test('what all screens load belongs to the entry’s file', () => {
  const files = filesOf([
    module('entry', BIG),
    module('screen-a', SMALL, ['router']),
    module('screen-b', SMALL, ['router']),
    module('router', BIG),
  ])
  expect(files).toEqual([['entry', 'router']])
})

test('each file stands before those that need it, and no two need each other', () => {
  const count = 12
  const files = filesOf([
    module('entry', BIG),
    ...Array.from({ length: count }, (_, screen) =>
      module(
        `screen-${screen}`,
        SMALL,
        Array.from({ length: count }, (_, part) => `part-${part}`).filter(
          (_, part) => (screen * part) % 5 < 2,
        ),
      ),
    ),
    ...Array.from({ length: count }, (_, part) =>
      module(`part-${part}`, part % 2 ? SMALL : BIG, part > 0 ? [`part-${part - 1}`] : []),
    ),
  ])
  const placeOf = new Map(files.flatMap((ids, place) => ids.map((id) => [id, place] as const)))
  expect(placeOf.size).toBeGreaterThan(count)
  for (let part = 1; part < count; part++)
    expect(placeOf.get(`part-${part - 1}`)).toBeLessThanOrEqual(placeOf.get(`part-${part}`) ?? 0)
})

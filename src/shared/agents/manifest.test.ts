import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalize } from '../../../tools/referees/canonical-json.ts'
import { replyLengths } from '../models/model-ref.ts'
import { canonicalJson } from '../text/canonical-json.ts'
import { promptedFields } from './agent-fields.ts'
import { differences, type ManifestFacts, makeManifest, manifestHash, manifestSchema } from './manifest.ts'

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')
const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => text.isWellFormed())
const list = fc.array(words, { maxLength: 4 })

/** An agent with all that one can have. */
const facts: fc.Arbitrary<ManifestFacts> = fc.record({
  agent: fc.uuid(),
  before: fc.option(hash),
  copyOf: fc.option(hash),
  content: fc.record({
    name: words,
    description: words,
    personality: words,
    capabilities: list,
    knowledgeDomains: list,
    model: fc.option(
      fc.record({
        ref: fc.option(
          fc.constantFrom('groq/one', 'groq/two', `key:${'1'.repeat(8)}-1111-1111-1111-${'1'.repeat(12)}/x`),
        ),
        temperature: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
        length: fc.option(fc.integer({ min: replyLengths.min, max: replyLengths.max })),
        effort: fc.option(fc.constantFrom('low', 'high')),
      }),
    ),
    tools: fc.option(
      fc.record({
        own: fc.uniqueArray(fc.constantFrom('calculator', 'time'), { maxLength: 2 }),
        servers: fc.uniqueArray(fc.record({ id: fc.constantFrom('wiki', 'maps'), open: list }), {
          maxLength: 2,
          selector: ({ id }) => id,
        }),
      }),
    ),
  }),
  greetings: fc.option(hash),
  persona: fc.option(hash),
  lorebook: fc.option(hash),
  documents: fc.array(fc.record({ name: words, content: hash }), { maxLength: 3 }),
  pins: fc.uniqueArray(fc.record({ server: fc.constantFrom('wiki', 'maps'), name: words, pin: hash }), {
    maxLength: 4,
    selector: ({ server, name }) => `${server} ${name}`,
  }),
}) as fc.Arbitrary<ManifestFacts>

const hashOf = async (of: ManifestFacts) => manifestHash(await makeManifest(of, sha256), sha256)

test('our canonical JSON and somebody else’s write the same for 1,000 random agents', async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (of) => {
      const manifest = await makeManifest(of, sha256)
      expect(canonicalJson(manifest)).toBe(canonicalize(manifest))
      expect(manifestSchema.parse(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest)
    }),
    { numRuns: 1_000 },
  )
})

test('they write the same for any JSON, and both refuse what has none', () => {
  const any = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 })
  fc.assert(
    fc.property(any, (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
    { numRuns: 2_000 },
  )
  for (const none of ['\ud800', ['a', '\udfff'], { '\ud83d': 1 }, Number.NaN, [Number.POSITIVE_INFINITY]]) {
    expect(() => canonicalJson(none)).toThrow(TypeError)
    expect(() => canonicalize(none)).toThrow()
  }
  for (const none of [undefined, { a: undefined }, new Array(2), new Date(0), 1n, () => 1] as unknown[])
    expect(() => canonicalJson(none)).toThrow(TypeError)
})

/** The examples of RFC 8785, sections 3.2.2, 3.2.3 and appendix B. */
test.each<[unknown, string]>([
  [
    { numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0] },
    '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}',
  ],
  ['\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  [
    {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew',
      '1': 'One',
      '😀': 'Smiley',
      '\u0080': 'Control',
      ö: 'Latin',
    },
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin","€":"Euro Sign","😀":"Smiley","\ufb33":"Hebrew"}',
  ],
  [
    [5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000],
    '[5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000]',
  ],
])('RFC 8785: %j', (value, written) => {
  expect(canonicalJson(value)).toBe(written)
})

/** Every value within, with the same whole in which that one is another. */
function* changed(value: unknown, path = ''): Generator<[path: string, whole: unknown]> {
  if (Array.isArray(value)) {
    if (value.length > 0 || /capab|knowl|own|open/.test(path))
      yield [`${path}+`, [...value, value[0] ?? 'more']]
    for (const [index, one] of value.entries())
      for (const [at, other] of changed(one, `${path}.${index}`))
        yield [at, value.map((old, place) => (place === index ? other : old))]
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      for (const [at, other] of changed(one, `${path}.${name}`)) yield [at, { ...value, [name]: other }]
  } else if (typeof value === 'number') yield [path, value + 1]
  else if (typeof value === 'string') yield [path, `${value}!`]
  else yield [path, 'f'.repeat(64)]
}

test('any changed field of an agent, however deep, changes the hash', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(facts, async (of) => {
      const before = await hashOf(of)
      const served = new Set(of.content.tools?.servers.map(({ id }) => id))
      for (const [path, other] of changed(of)) {
        // What was accepted of a server that the agent does not use reaches no prompt.
        const [, place] = /^\.pins\.(\d+)/.exec(path) ?? []
        if (
          path === '.pins+' ||
          (place !== undefined && !served.has(of.pins[Number(place)]?.server as string))
        )
          continue
        // Null is another thing than an object, of which the rest is not there.
        if (/^\.content\.(model|tools)$/.test(path)) continue
        expect(await hashOf(other as ManifestFacts), path).not.toBe(before)
        reached.add(path.replace(/\d+/g, 'n'))
      }
    }),
    { numRuns: 60 },
  )
  for (const path of [
    ...promptedFields.map((name) => `.content.${name}`).filter((path) => !/capab|knowl/.test(path)),
    '.content.capabilities.n',
    '.content.knowledgeDomains+',
    '.content.model.ref',
    '.content.model.temperature',
    '.content.model.length',
    '.content.model.effort',
    '.content.tools.own.n',
    '.content.tools.servers.n.id',
    '.content.tools.servers.n.open.n',
    '.greetings',
    '.persona',
    '.lorebook',
    '.before',
    '.copyOf',
    '.agent',
    '.documents.n.name',
    '.documents.n.content',
    '.pins.n.name',
    '.pins.n.pin',
  ])
    expect(reached, path).toContain(path)
})

test('the order of documents, and of what was accepted of a server, changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(facts, async (of) => {
      const turned = { ...of, documents: of.documents.toReversed(), pins: of.pins.toReversed() }
      expect(await hashOf(turned)).toBe(await hashOf(of))
    }),
    { numRuns: 100 },
  )
})

test('what a page shows is compared with its manifest field by field; an own key is never told', async () => {
  const own = `key:${'1'.repeat(8)}-1111-1111-1111-${'1'.repeat(12)}/x`
  await fc.assert(
    fc.asyncProperty(facts, async (of) => {
      const manifest = await makeManifest(of, sha256)
      expect(differences(manifest, of.content)).toEqual([])
      expect(JSON.stringify(manifest)).not.toContain(own)
      for (const name of promptedFields) {
        const value = of.content[name]
        const other = typeof value === 'string' ? `${value}!` : [...value, 'more']
        expect(differences(manifest, { ...of.content, [name]: other })).toEqual([name])
      }
    }),
    { numRuns: 100 },
  )
})

import { expect, test } from 'vitest'
import { randomOf } from '../../../../test/random-from.ts'
import type { SampleAgent } from '../../db/seed-if-empty.ts'
import { sampleAgents } from '../agents/samples.ts'
import { bandsOf, NEARLY_SAME, runsOf, sameness } from './near-copies.ts'

const sentencesOf = (text: string) => text.split(/(?<=\.)\s+/)
const sentences = sampleAgents.flatMap(({ personality, description }) => [
  description,
  ...sentencesOf(personality),
])
const words = sentences.flatMap((sentence) => sentence.split(' '))

const seenAs = ({
  name,
  description,
  personality,
}: Pick<SampleAgent, 'name' | 'description' | 'personality'>) => {
  const runs = runsOf([description, personality], name)
  return { runs, bands: new Set(bandsOf(runs)) }
}
type SeenAs = ReturnType<typeof seenAs>

/** As the index finds it, and the texts prove it. */
const isNearCopy = (one: SeenAs, other: SeenAs) =>
  [...one.bands].some((band) => other.bands.has(band)) && sameness(one.runs, other.runs) >= NEARLY_SAME

// Small edits: another name, one word of twelve another, a sentence gone, one moved, one new; every third in other letters.
function edited(sample: SampleAgent, seed: number): SeenAs {
  const random = randomOf(seed)
  const told = sentencesOf(sample.personality)
  told.splice(random.below(told.length), 1)
  told.push(...told.splice(random.below(told.length), 1), random.oneOf(sentences))
  const changed = (text: string) =>
    text
      .replaceAll(sample.name, 'Zephyr')
      .split(' ')
      .map((word) => (random.next() < 1 / 12 ? random.oneOf(words) : word))
      .join(' ')
  const lettered = (text: string) =>
    seed % 3 === 0 ? text.replaceAll('a', '\u0430').replaceAll('e', '\u0435').toUpperCase() : text
  return seenAs({
    name: 'Zephyr',
    description: lettered(changed(sample.description)),
    personality: lettered(changed(told.join(' '))),
  })
}

// Of the same sentences, which makes them more alike than what different people write.
function different(seed: number): SeenAs {
  const random = randomOf(seed)
  const pick = (count: number) => Array.from({ length: count }, () => random.oneOf(sentences))
  return seenAs({
    name: `Agent ${seed}`,
    description: pick(1).join(' '),
    personality: pick(8 + random.below(6)).join(' '),
  })
}

test('of 300 copies with small edits at least nine of ten are found, each beside what it was made of', () => {
  const known = sampleAgents.map(seenAs)
  let found = 0
  for (let seed = 1; seed <= 300; seed++) {
    const place = seed % sampleAgents.length
    const [sample, parent] = [sampleAgents[place], known[place]]
    if (!sample || !parent) throw new Error('no such sample')
    const copy = edited(sample, seed)
    if (isNearCopy(copy, parent)) found++
    expect(known.filter((other) => other !== parent && isNearCopy(copy, other))).toEqual([])
  }
  expect(found).toBeGreaterThanOrEqual(270)
})

test('of 1,000 different agents at most five are taken for a copy of another or of a sample', () => {
  const byBand = new Map<number, SeenAs[]>()
  const besides = ({ bands }: SeenAs) => new Set([...bands].flatMap((band) => byBand.get(band) ?? []))
  const publish = (agent: SeenAs) => {
    for (const band of agent.bands) byBand.set(band, [...(byBand.get(band) ?? []), agent])
  }
  for (const sample of sampleAgents) publish(seenAs(sample))
  let mistaken = 0
  for (let seed = 1; seed <= 1_000; seed++) {
    const next = different(seed)
    if ([...besides(next)].some((other) => isNearCopy(next, other))) mistaken++
    publish(next)
  }
  expect(mistaken).toBeLessThanOrEqual(5)
})

test('the name counts for nothing, and a text of a few words is nobody’s own', () => {
  const [meridian] = sampleAgents
  if (!meridian) throw new Error('no samples')
  const renamed = {
    ...meridian,
    name: 'Somebody',
    personality: meridian.personality.replaceAll(meridian.name, 'Somebody'),
  }
  expect(seenAs(renamed).runs).toEqual(seenAs(meridian).runs)
  expect(bandsOf(runsOf(['A helpful assistant that answers questions.'], 'Ada'))).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { randomFrom } from '../../../../test/random-from.ts'
import { migrationsFolder } from '../../base/files.ts'
import type { PassageToStore } from '../../db/knowledge/write-passages.ts'
import { IndexWriter } from './index-writer.ts'
import { Knowledge } from './knowledge.ts'

const { db, sql } = await ownDatabase()
const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const apply = (name: string) => sql.unsafe(readFileSync(join(migrationsFolder, name), 'utf8'))

const vocabulary = 'bakulo dorimu felana gotiri hamaku jeloda kiroba limufa nodika poteru'.split(' ')

/** A passage of up to fifty words, the first ones of the vocabulary more often; every eightieth one also has a rare word. */
function invent(number: number): PassageToStore {
  const random = randomFrom(number)
  const words = Array.from(
    { length: 1 + Math.floor(random() * 50) },
    () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)],
  )
  // One word more often than seven bits can count.
  if (number === 90) words.push(...Array.from({ length: 200 }, () => 'dorimu'))
  if (number % 80 === 1) words.push('zugami')
  const text = words.join(' ')
  return { number, page: null, lastPage: null, heading: null, from: 0, to: 1, text, words: text }
}

test('the index of documents of before postings were compact finds what it found, and what is stored now is alike', async () => {
  await sql.unsafe('drop schema public cascade; create schema public')
  const compact = files.findIndex((name) => name.endsWith('_compact_postings.sql'))
  for (const name of files.slice(0, compact)) await apply(name)
  const [agentId, sourceId] = [randomUUID(), randomUUID()]
  const now = { id: randomUUID(), sourceId: randomUUID(), claim: randomUUID() }
  for (const id of [agentId, now.id])
    await sql`
      insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
        category, is_public, visibility_enabled, created_at)
      values (${id}, 'Nova', 'Knows.', '/n.webp', 'You are Nova.', '{}', '{}', 'ada', 'neural', true, true, now())`
  await sql`
    insert into sources (id, agent_id, name, position, searched, created_at)
    values (${sourceId}, ${agentId}, 'before.txt', 1, 1, now())`
  const passages = Array.from({ length: 250 }, (_, index) => invent(index + 1))
  await sql`
    insert into source_versions (source_id, version, wallet, type, bytes, state, passages, search_config, created_at)
    values (${sourceId}, 1, 'ada', 'text', 1, 'ready', ${passages.length}, 'simple', now())`
  await sql`
    insert into source_passages (version_id, number, starts_at, ends_at, text, lexemes)
    select 1, number, 0, 1, text, to_tsvector('simple', words)
    from jsonb_to_recordset(${JSON.stringify(passages)}::text::jsonb) as passage(number int, text text, words text)`
  await sql`
    update source_versions set terms = (
      select sum(cardinality(positions)) from source_passages cross join lateral unnest(lexemes))`
  // As the index was: a row for each lexeme and each block of a hundred passages.
  await sql`
    insert into source_terms (collection_id, lexeme, version_id, block, numbers, frequencies, lengths)
    select ${agentId}::uuid, word.lexeme, 1, 100 * ((number - 1) / 100) + 1, array_agg(number order by number),
      array_agg(cardinality(word.positions)::smallint order by number),
      array_agg((select sum(cardinality(positions)) from unnest(lexemes))::smallint order by number)
    from source_passages cross join lateral unnest(lexemes) word group by word.lexeme, 4`
  for (const name of files.slice(compact)) await apply(name)

  await sql`
    insert into sources (id, agent_id, name, position, searched, created_at)
    values (${now.sourceId}, ${now.id}, 'now.txt', 1, 2, now())`
  await sql`
    insert into source_versions (source_id, version, wallet, type, bytes, state, claim, created_at)
    values (${now.sourceId}, 1, 'ada', 'text', 1, 'reading', ${now.claim}, now())`
  const writer = new IndexWriter(db, {
    id: '2',
    versionId: 2,
    claim: now.claim,
    collectionId: now.id,
    wallet: 'ada',
    fileId: '',
    type: 'text',
    tries: 1,
  })
  expect(await writer.store(passages, { searchConfig: 'simple' })).toBe(true)
  expect(await writer.end()).toBe(true)

  const index = (versionId: number) => sql`
    select t.lexeme, t.block, t.passages, encode(t.postings, 'hex') as postings, encode(b.lengths, 'hex') as lengths
    from source_terms t join source_blocks b on b.version_id = t.version_id and b.block = t.block
    where t.version_id = ${versionId} order by t.lexeme`
  const before = await index(1)
  expect(before).toHaveLength(vocabulary.length + 1)
  expect(before).toEqual(await index(2))
  const knowledge = new Knowledge({ db, clock: () => new Date() })
  const search = (agentId: string, query: string) =>
    knowledge.searchPassages({ agentId, wallet: 'ada', query })
  for (const query of ['zugami', 'poteru nodika', 'bakulo dorimu']) {
    const [found, foundNow] = [await search(agentId, query), await search(now.id, query)]
    expect(found).toHaveLength(12)
    expect(found.map(({ number }) => number)).toEqual(foundNow.map(({ number }) => number))
  }
  const rare = (await search(agentId, 'zugami')).slice(0, 4)
  expect(rare.map(({ number }) => number).sort((one, other) => one - other)).toEqual([1, 81, 161, 241])
})

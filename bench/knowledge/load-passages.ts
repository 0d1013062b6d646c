import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { beginFile, endFile, storeChunk } from '../../src/server/db/knowledge/source-files.ts'
import { claimJob, finishJob, storePassages } from '../../src/server/db/knowledge/source-jobs.ts'
import { insertSource } from '../../src/server/db/knowledge/sources.ts'
import { agents } from '../../src/server/db/schema/agents.ts'
import { searchWords } from '../../src/server/domain/knowledge/passages/search-words.ts'

const OWNER = 'bench'
const AT_ONCE = 100

/**
 * Creates an agent with one document that has these passages, with the product's statements. @returns the agent's id
 */
export async function loadPassages(
  db: Db,
  texts: readonly string[],
  searchConfig = 'english',
): Promise<string> {
  const agentId = await insertAgent(db)
  const at = new Date()
  const fileId = randomUUID()
  await beginFile(db, fileId, at)
  await storeChunk(db, { fileId, number: 0, bytes: Buffer.from(agentId) })
  await endFile(db, { id: fileId, hash: agentId, at })
  await insertSource(
    db,
    { id: randomUUID(), collection: { agentId }, name: 'bench.txt' },
    { wallet: OWNER, fileId, type: 'text', bytes: 1, at },
    async () => {},
  )
  const job = await claimJob(db, { claim: randomUUID(), at, dead: new Date(0) })
  if (!job) throw new Error('There is no job')
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const passages = texts.slice(from, from + AT_ONCE).map((text, index) => ({
      number: from + index + 1,
      page: null,
      lastPage: null,
      heading: null,
      from: 0,
      to: text.length,
      text,
      words: searchWords(text),
    }))
    await storePassages(db, job, { passages, searchConfig, at })
  }
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  await finishJob(db, job, { pages: null, characters, language: 'en', notes: [] })
  return agentId
}

async function insertAgent(db: Db): Promise<string> {
  const id = randomUUID()
  await db.insert(agents).values({
    id,
    name: 'Bench',
    description: 'Knows what it is given.',
    imageUrl: '/images/default.webp',
    personality: 'You are Bench.',
    capabilities: ['Finding'],
    knowledgeDomains: ['Measurement'],
    owner: OWNER,
    category: 'neural',
    isPublic: true,
    visibilityEnabled: true,
    createdAt: new Date(),
  })
  return id
}

/** The maximum number of an agent's passages that are copied. */
const COPIED = 10

/** Gives other agents the first passages of this one. @returns the number that each gets */
export async function copyToAgents(db: Db, agentId: string, agentsToMake: number): Promise<number> {
  for (let made = 0; made < agentsToMake; made++) {
    const copy = await insertAgent(db)
    await db.execute(sql`
      with source as (
        insert into sources (id, agent_id, name, position, created_at)
        values (gen_random_uuid(), ${copy}, 'bench.txt', 1, now()) returning id
      ), version as (
        insert into source_versions (source_id, version, wallet, type, bytes, state, passages, terms, characters, search_config, created_at)
        select source.id, 1, v.wallet, v.type, 1, 'ready', ${COPIED}, v.terms * ${COPIED} / v.passages, v.characters, v.search_config, now()
        from source, source_versions v join sources s on s.searched = v.id where s.agent_id = ${agentId}
        returning id
      ), passage as (
        insert into source_passages
        select version.id, p.number, p.page, p.last_page, p.heading, p.starts_at, p.ends_at, p.text, p.lexemes
        from version, sources s join source_passages p on p.version_id = s.searched
        where s.agent_id = ${agentId} and p.number <= ${COPIED}
        returning version_id
      )
      insert into source_terms (collection_id, lexeme, version_id, block, numbers, frequencies, lengths)
      select ${copy}::uuid, word.lexeme, version.id, 1, array_agg(p.number),
        array_agg(cardinality(word.positions)::smallint), array_agg(length(p.lexemes)::smallint)
      from version, sources s
        join source_passages p on p.version_id = s.searched and p.number <= ${COPIED}
        cross join lateral unnest(p.lexemes) word
      where s.agent_id = ${agentId} group by word.lexeme, version.id`)
    await db.execute(sql`
      update sources set searched = (select id from source_versions v where v.source_id = sources.id) where agent_id = ${copy}`)
  }
  return COPIED
}

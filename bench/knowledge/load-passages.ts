import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { beginFile, endFile, storeChunk } from '../../src/server/db/knowledge/source-files.ts'
import { claimJob, finishJob } from '../../src/server/db/knowledge/source-jobs.ts'
import { insertSource } from '../../src/server/db/knowledge/write-sources.ts'
import { agents } from '../../src/server/db/schema/agents.ts'
import { IndexWriter } from '../../src/server/domain/knowledge/index-writer.ts'

const OWNER = 'bench'
const AT_ONCE = 100

/**
 * Creates an agent with one document that has these passages, with the product's statements. @returns the agent's id
 */
export async function loadPassages(
  db: Db,
  given: readonly { text: string; words: string }[],
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
  const job = await claimJob(db, { claim: randomUUID(), leaseMs: 60_000 })
  if (!job) throw new Error('There is no job')
  const writer = new IndexWriter(db, job)
  for (let from = 0; from < given.length; from += AT_ONCE) {
    const passages = given.slice(from, from + AT_ONCE).map(({ text, words }, index) => ({
      number: from + index + 1,
      page: null,
      lastPage: null,
      heading: null,
      from: 0,
      to: text.length,
      text,
      words,
    }))
    if (!(await writer.store(passages, { searchConfig: 'english' }))) throw new Error('The job is lost')
  }
  if (!(await writer.end())) throw new Error('The job is lost')
  const characters = given.reduce((sum, { text }) => sum + text.length, 0)
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

/** Gives other agents the same document as this one has. */
export async function copyToAgents(db: Db, agentId: string, agentsToMake: number): Promise<void> {
  for (let made = 0; made < agentsToMake; made++) {
    const copy = await insertAgent(db)
    await db.execute(sql`
      with source as (
        insert into sources (id, agent_id, name, position, created_at)
        values (gen_random_uuid(), ${copy}, 'bench.txt', 1, now()) returning id
      ), original as (
        select v.* from source_versions v join sources s on s.searched = v.id where s.agent_id = ${agentId}
      ), version as (
        insert into source_versions (source_id, version, wallet, type, bytes, state, passages, terms, characters, search_config, created_at)
        select source.id, 1, o.wallet, o.type, 1, 'ready', o.passages, o.terms, o.characters, o.search_config, now()
        from source, original o
        returning id
      ), passage as (
        insert into source_passages
        select version.id, p.number, p.page, p.last_page, p.heading, p.starts_at, p.ends_at, p.text, p.lexemes
        from version, source_passages p where p.version_id = (select id from original)
      ), block as (
        insert into source_blocks select version.id, b.block, b.lengths
        from version, source_blocks b where b.version_id = (select id from original)
      )
      insert into source_terms (collection_id, lexeme, version_id, block, passages, postings)
      select ${copy}::uuid, t.lexeme, version.id, t.block, t.passages, t.postings
      from version, source_terms t where t.version_id = (select id from original)`)
    await db.execute(sql`
      update sources set searched = (select id from source_versions v where v.source_id = sources.id) where agent_id = ${copy}`)
  }
}

import { type SQL, sql } from 'drizzle-orm'
import { readOwnKeys } from './own-schema.ts'
import type { Rule } from './rule.ts'

const mends = {
  mendedBy: 'person',
  mend: 'What it names is lost: restore a backup of before, or leave it; nothing is shown of it.',
} as const

/**
 * All foreign keys of this version, which a restore with triggers off or a damaged disk can break, and which a database
 * may have lost.
 */
export function foreignKeyRules(): Rule[] {
  return readOwnKeys().map(({ name, child, parent, columns, others }) => {
    const named = columns.map((column) => `child."${column}" is not null`).join(' and ')
    const matches = columns.map((column, at) => `parent."${others[at]}" = child."${column}"`).join(' and ')
    const id = columns.map((column) => `child."${column}"::text`).join(" || ' ' || ")
    return {
      ...{ rule: `references.${name}`, table: child, ...mends },
      problem: `Rows name ${parent} that are not there.`,
      faults: sql.raw(
        `select distinct ${id} as id from "${child}" child where ${named} and not exists (select from "${parent}" parent where ${matches})`,
      ),
    }
  })
}

const pictureOf = sql.raw("'^/images/([0-9a-f]{64})\\.webp$'")

const picture = (table: string, id: string): Rule => ({
  ...{ rule: `references.${table}-picture`, table, mendedBy: 'person' },
  problem: 'A picture that is shown is not stored.',
  mend: 'Whose it is has to upload it again; until then its place stays empty.',
  faults: sql`
    select ${sql.raw(id)}::text as id from ${sql.raw(table)}
    where image_url ~ ${pictureOf} and not exists (
      select from images where hash = substring(image_url from ${pictureOf}))`,
})

const inConversation = (table: string, column: string): SQL => {
  const [name, field] = [sql.raw(table), sql.raw(column)]
  return sql`
    select row.id from ${name} row where not exists (
      select from messages where messages.conversation_id = row.conversation_id and messages.id = row.${field})`
}

/** Whether what a turn, a call or a carry belongs to is there. */
const isThere = (row: string) =>
  sql.raw(`case ${row}.scope
    when 'conversation' then exists (
      select from messages m where m.conversation_id = ${row}.conversation_id and m.id = ${row}.reply_id)
    when 'realm' then exists (select from realm_messages m where m.realm_id = ${row}.realm_id and m.id = ${row}.reply_id)
    else exists (select from swarm_turns m where m.run_id = ${row}.run_id and m.id = ${row}.reply_id) end`)

const ofReply = (table: string): Rule => ({
  ...{ rule: `references.${table}`, table, ...mends },
  problem: 'It belongs to a reply that is not there.',
  faults: sql`select row.reply_id as id from ${sql.raw(table)} row where not ${isThere('row')}`,
})

const uuidPattern = sql.raw("'^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'")

const ofServer = (table: string): Rule => ({
  ...{ rule: `references.${table}`, table, ...mends },
  problem: 'It belongs to a server of tools that nobody has connected.',
  faults: sql`
    select distinct row.server as id from ${sql.raw(table)} row
    where row.server ~ ${uuidPattern} and not exists (select from mcp_servers own where own.id::text = row.server)`,
})

/** What names something else without a foreign key. */
export const referenceRules: readonly Rule[] = [
  picture('agents', 'id'),
  picture('agent_versions', "agent_id || ' ' || number"),
  picture('people', 'address'),
  {
    ...{ rule: 'references.web-picture', table: 'remote_images', mendedBy: 'person' },
    problem: 'The copy of a picture of the web is not stored.',
    mend: 'Save the agent that shows it once more: the picture is fetched anew.',
    faults: sql`
      select url_hash as id from remote_images
      where image_hash is not null and not exists (select from images where hash = image_hash)`,
  },
  {
    ...{ rule: 'references.shown-message', table: 'conversations', ...mends },
    problem: 'The message that a conversation shows last is not there.',
    faults: sql`
      select row.id from conversations row where row.last_message > 0 and not exists (
        select from messages where messages.conversation_id = row.id and messages.id = row.active_leaf)`,
  },
  {
    ...{ rule: 'references.parent', table: 'messages', ...mends },
    problem: 'A message follows one that is not there.',
    faults: sql`
      select child.id from messages child where parent_id is not null and not exists (
        select from messages parent
        where parent.conversation_id = child.conversation_id and parent.id = child.parent_id)`,
  },
  {
    ...{ rule: 'references.shared-message', table: 'shared_copies', ...mends },
    problem: 'The message up to which something is shared is not there.',
    faults: inConversation('shared_copies', 'leaf'),
  },
  {
    ...{ rule: 'references.told-message', table: 'stories', ...mends },
    problem: 'The message up to which a story tells is not there.',
    faults: inConversation('stories', 'through'),
  },
  {
    ...{ rule: 'references.recalled-message', table: 'messages', ...mends },
    problem: 'A reply says that it was made with a message that is not there.',
    faults: sql`
      select distinct row.id from messages row
      cross join lateral jsonb_array_elements(row.parts) part
      cross join lateral jsonb_array_elements_text(coalesce(part -> 'recalled', '[]')) recalled (id)
      where row.parts @> '[{"kind": "context"}]' and not exists (
        select from messages named
        where named.conversation_id = row.conversation_id and named.id::text = recalled.id)`,
  },
  {
    ...{ rule: 'references.question-of-file', table: 'sources', ...mends },
    problem: 'The question with which a file was sent is not there.',
    faults: sql`
      select distinct row.id from sources row cross join lateral unnest(row.question_ids) question
      where row.conversation_id is not null and row.deleted_at is null
        and exists (select from conversations own where own.id = row.conversation_id)
        and not exists (
          select from messages where messages.conversation_id = row.conversation_id and messages.id = question)`,
  },
  {
    ...{ rule: 'references.searched-version', table: 'sources', ...mends },
    problem: 'The version of a document that is searched is not one of its own that could be read.',
    faults: sql`
      select row.id from sources row where row.searched is not null and not exists (
        select from source_versions version
        where version.id = row.searched and version.source_id = row.id and version.state = 'ready')`,
  },
  {
    ...{ rule: 'references.document-version', table: 'sources', ...mends },
    problem: 'The newest version of a document is not there.',
    faults: sql`
      select row.id from sources row where not exists (
        select from source_versions version where version.source_id = row.id and version.version = row.version)`,
  },
  {
    ...{ rule: 'references.answered-message', table: 'realm_messages', ...mends },
    problem: 'A message of a realm answers one that is not there.',
    faults: sql`
      select row.realm_id || ' ' || row.number as id from realm_messages row
      cross join lateral unnest(array[row.reply_to, row.answers]) named
      where named is not null and not exists (
        select from realm_messages other where other.realm_id = row.realm_id and other.number = named)`,
  },
  ofReply('running_turns'),
  ofReply('tool_calls'),
  ofReply('tool_carries'),
  ofServer('mcp_tools'),
  ofServer('mcp_checks'),
  ofServer('mcp_tokens'),
  {
    ...{ rule: 'references.user', table: 'users', ...mends },
    problem: 'A user has no wallet, so that nobody can sign in as that one.',
    faults: sql`
      select users.id from users where not exists (select from accounts where accounts.user_id = users.id)`,
  },
]

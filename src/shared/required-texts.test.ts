import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { newAgentSchema } from './agents/agents.ts'
import { personaSchema } from './agents/persona.ts'
import { ratingAnswerSchema } from './agents/ratings.ts'
import { newApiKeySchema } from './doors/api-keys.ts'
import { passageQuerySchema } from './knowledge/sources.ts'
import { newOwnKeySchema } from './models/own-keys.ts'
import { profileSchema } from './people/people.ts'
import { newRealmSchema } from './realms/realm-changes.ts'
import { newRealmMessageSchema } from './realms/realm-messages.ts'
import { briefSchema, keptBriefSchema } from './social.ts'
import { newObjectionSchema } from './trust/desk.ts'
import { newReportSchema } from './trust/reports.ts'

function said(schema: z.ZodMiniType, field: string, value?: string): string | undefined {
  const { error } = schema.safeParse(value === undefined ? {} : { [field]: value })
  return error?.issues.find(({ path }) => path[0] === field)?.message
}

test.each<[z.ZodMiniType, string, string]>([
  [newAgentSchema, 'name', 'Name is required.'],
  [newAgentSchema, 'description', 'Description is required.'],
  [newAgentSchema, 'personality', 'Personality is required.'],
  [newApiKeySchema, 'name', 'Give the key a name, so you can recognise it later.'],
  [newOwnKeySchema, 'name', 'Give it a name.'],
  [newRealmSchema, 'name', 'A name is required.'],
  [newRealmMessageSchema, 'content', 'A message is required.'],
  [briefSchema, 'topic', 'Enter a topic for the posts.'],
  [newObjectionSchema, 'words', 'Say why.'],
  [ratingAnswerSchema, 'words', 'Write an answer.'],
  [passageQuerySchema, 'query', 'Enter something to search for.'],
])(
  'a required text that is missing, or in which nothing is seen, is told alike: %#',
  (schema, field, text) => {
    for (const value of [undefined, '', ' \n', '\u200b\u2060', '\u200e\u200f', '\u2800', '\u3164', '\ufe0f'])
      expect([value, said(schema, field, value)]).toEqual([value, text])
  },
)

test.each<[z.ZodMiniType, string, string]>([
  [newAgentSchema, 'capabilities', 'Give at least one capability.'],
  [newAgentSchema, 'knowledgeDomains', 'Give at least one knowledge domain.'],
  [newOwnKeySchema, 'key', 'Paste the key.'],
  [keptBriefSchema, 'drafts', 'There is no draft to keep.'],
  [briefSchema, 'source', 'The pasted text is missing.'],
  [personaSchema, 'background', 'The background is missing.'],
  [profileSchema, 'name', 'The name is missing.'],
  [profileSchema, 'about', 'The line about you is missing.'],
  [newReportSchema, 'words', 'What you add is missing.'],
])('what is missing is not told as something of another kind: %#', (schema, field, text) => {
  expect(said(schema, field)).toBe(text)
})

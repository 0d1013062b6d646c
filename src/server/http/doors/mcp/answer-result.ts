import type { CallToolResult } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { modelOf } from '../../../../shared/chat/model-ends.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import { claimsFor, claimsOf } from '../../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import { AI_SOURCE } from '../../../../shared/trust/disclosure.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'

export const answerSchema = z.object({
  /** Goes on with this conversation; null if it is not stored, because nobody's key asked. */
  conversation: z.nullable(z.string()),
  reply: z.string(),
  /** `length`: the model reached the end of what it may write. `refused`: it declined. `filtered`: its provider cut it. `waiting`: for a person. */
  end: z.enum(['finished', 'length', 'refused', 'filtered', 'stopped', 'interrupted', 'waiting']),
  sources: z.array(
    z.object({
      n: z.int(),
      name: z.string(),
      page: z.nullable(z.int()),
      heading: z.nullable(z.string()),
      quote: z.string(),
      url: z.string(),
    }),
  ),
})

/** An ended reply as the result of a tool, for the client's model and for its program. */
export function resultOf(reply: Reply, conversation: string | null, linkTo: LinkToSource): CallToolResult {
  const claims = claimsOf(reply.content)
  const sources = (sourcesOf(reply.parts) ?? []).map((source) => ({
    ...source,
    url: linkTo(source, claimsFor(claims, source.n)),
  }))
  return {
    _meta: { digitalSourceType: AI_SOURCE },
    content: [{ type: 'text', text: reply.content }, ...sources.map(resourceLink)],
    structuredContent: {
      conversation,
      reply: reply.content,
      end: endOf(reply),
      sources: sources.map(({ n, name, page, heading, quote, url }) => ({
        n,
        name,
        page,
        heading,
        quote,
        url,
      })),
    } satisfies Record<keyof z.infer<typeof answerSchema>, unknown>,
  }
}

function endOf(reply: Reply): z.infer<typeof answerSchema>['end'] {
  if (reply.state === 'running') return 'stopped'
  if (reply.state === 'failed') return 'interrupted'
  return (
    (reply.state === 'finished' && modelOf(reply.parts)?.ended) || (reply.cutShort ? 'length' : reply.state)
  )
}

export const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

function resourceLink(source: CitedSource & { url: string }): CallToolResult['content'][number] {
  const place = source.page === null ? source.heading : `page ${source.page}`
  return {
    type: 'resource_link',
    uri: source.url,
    name: `[${source.n}] ${source.name}${place ? `, ${place}` : ''}`,
    description: source.quote,
    mimeType: 'text/html',
  }
}

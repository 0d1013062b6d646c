import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { isPlainText, isVisible, tooLong } from '../text/plain-text.ts'
import { toolLimits } from './tool-states.ts'

/** Servers of the Model Context Protocol whose tools agents can use. */

const mcpToolSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** As the server sent it, to be shown with everything that a reader would not see. */
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** SHA-256 of the canonical JSON of the whole tool object, as the server sent it. */
  pin: z.string(),
  /** `new` and `changed` tools are not used until the owner has seen them. */
  state: z.enum(['accepted', 'new', 'changed', 'gone']),
  /** Of a changed one: the tool object that was accepted and the one that is there now, as indented JSON. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  /** What the server says of it; a hint for sorting, never for leaving out a question. */
  readOnly: z.boolean(),
})
export type McpTool = z.infer<typeof mcpToolSchema>

export const mcpHealth = ['never', 'well', 'sign-in', 'failed'] as const
export const mcpAuths = ['none', 'header', 'oauth'] as const

export const mcpServerSchema = z.object({
  /** The id of an own one, or the name of one of the place. */
  id: z.string(),
  name: z.string(),
  /** Null where the operator's file does not show it. */
  address: z.nullable(z.string()),
  host: z.string(),
  isOfPlace: z.boolean(),
  /** Whether whoever asks accepts its tools: an own one's owner, or the operator for one of the place. */
  mayAccept: z.boolean(),
  auth: z.enum(mcpAuths),
  health: z.enum(mcpHealth),
  /** The sentence of the last failure, or of what can't be used of a server that is well; null for none. */
  problem: z.nullable(z.string()),
  checkedAt: z.nullable(z.iso.datetime()),
  /** Whether the person who asks is signed in there; null where nobody needs to be. */
  signedIn: z.nullable(z.boolean()),
  tools: z.array(mcpToolSchema),
})
export type McpServer = z.infer<typeof mcpServerSchema>
export const mcpServersSchema = z.object({ servers: z.array(mcpServerSchema) })

const serverName = z
  .string('A name is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A name is required.'),
    z.maxLength(limits.apiKeyName, tooLong('The name', limits.apiKeyName)),
    z.refine(isVisible, 'A name is required.'),
    z.refine(isPlainText, "The name has a character that can't be shown."),
  )

const TOKEN_CHARACTERS = 4_096

const token = z
  .string()
  .check(
    z.trim(),
    z.maxLength(TOKEN_CHARACTERS, tooLong('The token', TOKEN_CHARACTERS)),
    z.regex(/^[\x21-\x7e]*$/, 'A token has no spaces and no line breaks.'),
  )

export const enterServerAddress = 'Enter the address of the server, such as https://tools.example/mcp.'

export const newMcpServerSchema = z.strictObject({
  name: serverName,
  address: z
    .string('An address is required.')
    .check(
      z.trim(),
      z.minLength(1, 'An address is required.'),
      z.maxLength(2_048),
      z.regex(/^https?:\/\/[^\s/]/i, enterServerAddress),
    ),
  /** Sent as `Authorization: Bearer …`; omitted for servers without a sign-in and those with OAuth. */
  token: z.optional(token),
})
export type NewMcpServer = z.infer<typeof newMcpServerSchema>

/** Where a person signs in at a server; the whole host is shown before it is opened. */
export const startedSignInSchema = z.object({ url: z.string(), host: z.string() })

export const mcpServerChangesSchema = z.strictObject({
  name: z.optional(serverName),
  /** In place of the one that is there; null removes it. */
  token: z.optional(z.nullable(token)),
})
export type McpServerChanges = z.infer<typeof mcpServerChangesSchema>

/** The body of `POST /api/mcp-servers/{id}/accept`. The pins say what was seen, which alone is accepted. */
export const acceptMcpToolsSchema = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name: z.string().check(z.minLength(1), z.maxLength(128)),
        pin: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      }),
    )
    .check(z.maxLength(toolLimits.toolsOfServer)),
  /** Names of tools that are not accepted any more. */
  withdrawn: z.optional(
    z.array(z.string().check(z.maxLength(128))).check(z.maxLength(toolLimits.toolsOfServer)),
  ),
})
export type AcceptMcpTools = z.infer<typeof acceptMcpToolsSchema>

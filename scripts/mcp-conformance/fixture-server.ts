import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'

/**
 * The server that the conformance suite of MCP asks for: tools, resources and prompts with the names and contents that
 * its scenarios describe. It stands on the product's own transport, which is what is examined.
 */

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A header without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const state = createRequestStateCodec<{ step: number }>({ key: randomBytes(32) })

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

/** A form with one field. */
const form = (
  message: string,
  name: string,
  field: { type: 'string' } | { type: 'boolean' } = { type: 'string' },
) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: field }, required: [name] },
  })

const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  })

/** The content of an accepted form; null for anything else, which is asked for again. */
function accepted(context: ServerContext, key: string): Record<string, unknown> | null {
  const response = context.mcpReq.inputResponses?.[key] as { action?: unknown; content?: unknown } | undefined
  if (response?.action !== 'accept' || typeof response.content !== 'object') return null
  return response.content as Record<string, unknown> | null
}

const given = (context: ServerContext, ...keys: string[]) =>
  keys.every((key) => context.mcpReq.inputResponses?.[key] !== undefined)

const stepOf = (context: ServerContext) => context.mcpReq.requestState<{ step: number }>()?.step

/** The transport notifies nobody, so nothing may be advertised of which there would be something to hear. */
const unchanging = { listChanged: false }

export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        ...{ tools: unchanging, resources: unchanging, prompts: unchanging },
        ...{ completions: {}, logging: {} },
      },
      requestState: { verify: state.verify },
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  )
  addContents(server)
  addNotifying(server)
  addAsking(server)
  addRounds(server)
  addResources(server)
  addPrompts(server)
  return server
}

function addContents(server: McpServer) {
  const tool = (name: string, content: CallToolResult['content']) =>
    server.registerTool(name, { description: 'Returns what the suite expects.' }, async () => ({ content }))
  tool('test_simple_text', [{ type: 'text', text: 'This is a simple text response for testing.' }])
  tool('test_image_content', [{ type: 'image', data: PNG, mimeType: 'image/png' }])
  tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }])
  const embedded = (uri: string, mimeType: string, words: string) =>
    ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const
  tool('test_embedded_resource', [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ])
  tool('test_multiple_content_types', [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ])
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: fromJsonSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      }),
    },
    async () => text('Taken.'),
  )
}

function addNotifying(server: McpServer) {
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress.' },
    async (context) => {
      const progressToken = context.mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await wait(50)
      }
      return text('Done.')
    },
  )
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, { description: 'Logs.' }, async (context) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await context.mcpReq.log('info', line)
        await wait(50)
      }
      return text('Done.')
    })
}

/** Tools of the protocol of 2025 that ask the client while they run, which a stateless server can't. */
function addAsking(server: McpServer) {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const answer = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      })
      return text(`LLM response: ${JSON.stringify(answer.content)}`)
    },
  )
  const elicits = (name: string, properties: Record<string, object>, required: string[] = []) =>
    server.registerTool(
      name,
      { description: 'Asks the person.', inputSchema: z.object({ message: z.optional(z.string()) }) },
      async ({ message = 'Please answer' }, context) => {
        const answer = await context.mcpReq.elicitInput({
          message,
          requestedSchema: { type: 'object', properties, required } as never,
        })
        return text(
          `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`,
        )
      },
    )
  elicits('test_elicitation', { username: { type: 'string' }, email: { type: 'string' } }, [
    'username',
    'email',
  ])
  elicits('test_elicitation_sep1034_defaults', { name: { type: 'string', default: 'John Doe' } })
  elicits('test_elicitation_sep1330_enums', { untitledSingle: { type: 'string', enum: ['option1'] } })
}

type Round = CallToolResult | InputRequiredResult

/** Tools of 2026-07-28 that ask by returning, and are called again with the answer. */
function addRounds(server: McpServer) {
  const tool = (name: string, run: (context: ServerContext) => Promise<Round>) =>
    server.registerTool(name, { description: 'Asks for something first.' }, run)
  const name = () => form('What is your name?', 'name')

  tool('test_input_required_result_elicitation', async (context) => {
    const answer = accepted(context, 'user_name')
    return typeof answer?.name === 'string'
      ? text(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: name() } })
  })
  tool('test_input_required_result_sampling', async (context) =>
    given(context, 'capital_question')
      ? text(JSON.stringify(context.mcpReq.inputResponses?.capital_question))
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } }),
  )
  tool('test_input_required_result_list_roots', async (context) =>
    given(context, 'client_roots')
      ? text(JSON.stringify(context.mcpReq.inputResponses?.client_roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  )
  for (const stateful of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ])
    tool(stateful, async (context) =>
      given(context, 'confirm') && stepOf(context) === 1
        ? text('state-ok')
        : inputRequired({
            inputRequests: { confirm: form('Please confirm', 'ok', { type: 'boolean' }) },
            requestState: await state.mint({ step: 1 }),
          }),
    )
  tool('test_input_required_result_multiple_inputs', async (context) =>
    given(context, 'user_name', 'greeting', 'client_roots') && stepOf(context) === 1
      ? text('All of it came.')
      : inputRequired({
          inputRequests: {
            user_name: name(),
            greeting: sample('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await state.mint({ step: 1 }),
        }),
  )
  tool('test_input_required_result_multi_round', async (context) => {
    if (stepOf(context) === 2 && given(context, 'step2')) return text('Both steps are done.')
    const second = stepOf(context) === 1 && given(context, 'step1')
    const request = second
      ? { step2: form('Step 2: What is your favorite color?', 'color') }
      : { step1: form('Step 1: What is your name?', 'name') }
    return inputRequired({ inputRequests: request, requestState: await state.mint({ step: second ? 2 : 1 }) })
  })
  tool('test_input_required_result_capabilities', async (context) => {
    const envelope = context.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined
    const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY]
    return inputRequired({
      inputRequests: {
        ...(capabilities?.sampling !== undefined && { greeting: sample('Generate a greeting', 50) }),
        ...(capabilities?.elicitation !== undefined && { user_name: name() }),
      },
    })
  })
  tool('test_missing_capability', async () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } }),
  )
  tool('test_streaming_elicitation', async () => inputRequired({ inputRequests: { user_name: name() } }))
}

function addResources(server: McpServer) {
  // Only the protocol of 2025 has these. Nothing here changes, so there is nothing to remember.
  server.server.setRequestHandler('resources/subscribe', async () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}))
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text.', mimeType: 'text/plain' },
    async ({ href }) => ({
      contents: [
        { uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
      ],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'A picture.', mimeType: 'image/png' },
    async ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: PNG }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Something by its id.', mimeType: 'application/json' },
    async ({ href }, { id }) => {
      const content = { id, templateTest: true, data: `Data for ID: ${id}` }
      return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(content) }] }
    },
  )
}

function addPrompts(server: McpServer) {
  const said = (words: string) => ({ role: 'user', content: { type: 'text', text: words } }) as const
  server.registerPrompt('test_simple_prompt', { description: 'Has no arguments.' }, async () => ({
    messages: [said('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Has two arguments.',
      argsSchema: z.object({
        arg1: completable(z.string(), (begin) =>
          ['paris', 'park', 'party'].filter((name) => name.startsWith(begin)),
        ),
        arg2: z.string(),
      }),
    },
    async ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        said('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Has a picture.' }, async () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      said('Please analyze the image above.'),
    ],
  }))
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks first.' },
    async (context) => {
      const answer = accepted(context, 'user_context')
      return answer
        ? { messages: [said(`The context is ${String(answer.context)}.`)] }
        : inputRequired({
            inputRequests: { user_context: form('What context should the prompt use?', 'context') },
          })
    },
  )
}

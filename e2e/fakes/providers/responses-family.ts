import {
  type Asked,
  type Body,
  type Family,
  listOf,
  piecesOf,
  type Refusal,
  type Script,
} from './provider-rules.ts'

/** OpenAI's Responses of models that think. */
export const responsesFamily: Family = {
  path: '/responses',
  refuse,
  refusal: ({ message, param, code }) => ({
    error: { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null },
  }),
  isEaten: ({ rules, body }) =>
    rules.thoughtTokens !== undefined &&
    (body.reasoning as Body | undefined)?.effort !== 'none' &&
    Number(body.max_output_tokens) < rules.thoughtTokens + 1_000,
  stream,
}

const known = new Set([
  ...['model', 'input', 'instructions', 'store', 'include', 'max_output_tokens', 'temperature', 'stream'],
  ...['reasoning', 'tools', 'tool_choice', 'parallel_tool_calls'],
])

function refuse({ body, signatures }: Asked): Refusal | null {
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown)
    return { message: `Unknown parameter: '${unknown}'.`, param: unknown, code: 'unknown_parameter' }
  const { effort } = (body.reasoning ?? {}) as Body
  if (body.temperature !== undefined && effort !== 'none')
    return {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      param: 'temperature',
    }
  const input = listOf(body.input)
  for (const [at, item] of input.entries()) {
    if (item.type === 'reasoning' && !signatures.isOwn(item.encrypted_content))
      return {
        message: 'The encrypted content could not be verified. Reason: it could not be decrypted or parsed.',
        code: 'invalid_encrypted_content',
      }
    if (item.type === 'reasoning' && input[at + 1]?.type === 'reasoning')
      return {
        message: `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
      }
    if (item.type === 'function_call' && String(item.call_id).length > 64)
      return { message: `Invalid 'input[${at}].call_id': string too long.`, param: `input[${at}].call_id` }
    if (item.type === 'function_call' && !input.some(isResultOf(item.call_id)))
      return { message: `No tool output found for function call ${item.call_id}.`, param: 'input' }
  }
  return null
}

const isResultOf = (id: unknown) => (item: Body) =>
  item.type === 'function_call_output' && item.call_id === id

function stream(script: Script, { rules, body, signatures }: Asked): string {
  const { thoughts = '', words = '', calls = [], end } = script
  const events: string[] = []
  const send = (type: string, fields: object) => {
    const event = { type, sequence_number: events.length, ...fields }
    events.push(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  const response = responseOf(rules.model, body)
  const output: object[] = []
  const done = (item: object) => {
    send('response.output_item.done', { output_index: output.length, item })
    output.push(item)
  }
  send('response.created', { response })
  send('response.in_progress', { response })
  if (thoughts !== '') {
    const item = { id: 'rs_1', type: 'reasoning', summary: [] }
    const at = { item_id: item.id, output_index: 0, summary_index: 0 }
    send('response.output_item.added', { output_index: 0, item })
    send('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
    for (const delta of piecesOf(thoughts)) send('response.reasoning_summary_text.delta', { ...at, delta })
    const summary = [{ type: 'summary_text', text: thoughts }]
    send('response.reasoning_summary_part.done', { ...at, part: summary[0] })
    done({ ...item, summary, encrypted_content: signatures.sign() })
  }
  if (words !== '') sendMessage(send, done, { words, isRefusal: end === 'refusal', place: output.length })
  for (const [n, { id, name, arguments: given }] of calls.entries()) {
    const item = {
      id: `fc_${n}`,
      type: 'function_call',
      status: 'in_progress',
      call_id: id,
      name,
      arguments: '',
    }
    const at = { item_id: item.id, output_index: output.length }
    send('response.output_item.added', { output_index: output.length, item })
    for (const delta of piecesOf(given)) send('response.function_call_arguments.delta', { ...at, delta })
    send('response.function_call_arguments.done', { ...at, name, arguments: given })
    done({ ...item, status: 'completed', arguments: given })
  }
  const reason = end === 'cut' ? 'max_output_tokens' : end === 'filter' ? 'content_filter' : null
  const status = reason === null ? 'completed' : 'incomplete'
  const whole = { ...response, status, output, usage: USAGE, incomplete_details: reason && { reason } }
  send(`response.${status}`, { response: whole })
  return events.join('')
}

function sendMessage(
  send: (type: string, fields: object) => void,
  done: (item: object) => void,
  { words, isRefusal, place }: { words: string; isRefusal: boolean; place: number },
) {
  const item = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] }
  const at = { item_id: item.id, output_index: place, content_index: 0 }
  const partOf = (text: string) =>
    isRefusal
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] }
  send('response.output_item.added', { output_index: place, item })
  send('response.content_part.added', { ...at, part: partOf('') })
  const kind = isRefusal ? 'refusal' : 'output_text'
  for (const delta of piecesOf(words)) send(`response.${kind}.delta`, { ...at, delta, logprobs: [] })
  const whole = isRefusal ? { refusal: words } : { text: words, logprobs: [] }
  send(`response.${kind}.done`, { ...at, ...whole })
  send('response.content_part.done', { ...at, part: partOf(words) })
  done({ ...item, status: 'completed', content: [partOf(words)] })
}

const USAGE = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 12 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 29,
}

function responseOf(model: string, body: Body) {
  return {
    ...{
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'in_progress',
      model,
      output: [] as object[],
    },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, usage: null },
    ...{ parallel_tool_calls: true, temperature: 1, top_p: 1, tool_choice: 'auto', tools: body.tools ?? [] },
  }
}

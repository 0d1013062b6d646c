import { piecesOf, type Script } from './provider-rules.ts'

/** The same answer in Google's own form, by which its official client judges it. */
export function googleStream(
  script: Script,
  { model, signature }: { model: string; signature: string },
): string {
  const { words = '', calls = [], end } = script
  const events: string[] = []
  const send = (parts: object[], more: object = {}) =>
    events.push(
      `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], modelVersion: model })}\r\n\r\n`,
    )
  for (const text of piecesOf(words)) send([{ text }])
  for (const [n, { id, name, arguments: given }] of calls.entries())
    send([
      {
        functionCall: { id, name, args: JSON.parse(given) },
        ...(n === 0 && { thoughtSignature: signature }),
      },
    ])
  send([{ text: '' }], { finishReason: end === 'cut' ? 'MAX_TOKENS' : 'STOP' })
  return events.join('')
}

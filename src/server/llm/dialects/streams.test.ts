import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { streamOf } from '../../../../e2e/fakes/providers/scripted-provider.ts'
import { sevenProviders } from '../../../../e2e/fakes/providers/seven-providers.ts'
import { ServerSentData } from '../http/server-sent-data.ts'
import { ReasoningSeparator } from '../reasoning/separate-reasoning.ts'
import type { CompletionEvent } from './answer-events.ts'
import { protocols } from './protocols.ts'

const script = {
  thoughts: 'Größe? 👩‍🚀',
  words: 'Hi 你好\n[1] a < b.',
  calls: [
    { id: 'a', name: 'weather', arguments: '{"city": "Tromsø"}' },
    { id: 'b', name: 'time', arguments: '{}' },
  ],
}

/** What is read of an answer whose bytes come in these pieces. */
function read(dialect: keyof typeof protocols, pieces: readonly Uint8Array[]) {
  const reader = protocols[dialect].reader({ awaitsUsage: true, carries: true })
  const events = new ServerSentData()
  const separator = new ReasoningSeparator<CompletionEvent>({ closesUnopened: false })
  const heard = { words: '', reasoning: '', others: [] as object[] }
  const each = (data: string) => reader.read(data)
  const tell = () => {
    for (const event of reader.found.taken())
      for (const piece of separator.take(event))
        if (piece.type === 'words' || piece.type === 'reasoning') heard[piece.type] += piece.text
        else heard.others.push(piece)
  }
  for (const piece of pieces) {
    events.take(piece, each)
    tell()
  }
  events.end(each)
  tell()
  return heard
}

describe.each(sevenProviders)('$name', (rules) => {
  const bytes = new TextEncoder().encode(streamOf(rules, script, { stream_options: { include_usage: true } }))
  const whole = read(rules.dialect, [bytes])

  test('says all of it', () => {
    expect(whole.words).toBe(script.words)
    expect(whole.reasoning).toBe(rules.thinksIn === 'nothing' ? '' : script.thoughts)
    expect(whole.others).toContainEqual({ type: 'calls', calls: script.calls })
    expect(whole.others.at(-1)).toMatchObject({
      type: 'end',
      usage: { prompt: 20, completion: 9, cached: 12, reasoning: 4 },
    })
  })

  test('says the same wherever its bytes are split in two', () => {
    for (let at = 1; at < bytes.length; at++) {
      const said = read(rules.dialect, [bytes.subarray(0, at), bytes.subarray(at)])
      // A deep comparison for each place would take longer than all else.
      if (JSON.stringify(said) !== JSON.stringify(whole)) expect(said, `split at ${at}`).toEqual(whole)
    }
  })

  test('says the same in however many pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 60 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = edges.slice(1).map((edge, n) => bytes.subarray(edges[n], edge))
        expect(read(rules.dialect, pieces)).toEqual(whole)
      }),
    )
    expect(
      read(
        rules.dialect,
        Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
      ),
    ).toEqual(whole)
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../base/env.ts'
import { createLog } from '../base/log.ts'
import { openExporter } from './open-exporter.ts'

/** What a collector learns of the server that sends to it. */
async function resourceOf(variables: Record<string, string>) {
  const bodies: string[] = []
  const collector = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void collector.close())
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const env = readEnv({ ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const exporter = await openExporter(env, createLog('silent'))
  exporter?.tracer.begin('ab'.repeat(16), undefined, 'request')?.end()
  await exporter?.close()
  const { attributes } = JSON.parse(bodies[0] ?? '').resourceSpans[0].resource
  return Object.fromEntries(
    attributes.map((one: { key: string; value: { stringValue: string } }) => [
      one.key,
      one.value.stringValue,
    ]),
  )
}

test('a collector can tell servers apart and knows their version, and the operator has the last word on both', async () => {
  const [one, other] = [await resourceOf({}), await resourceOf({})]
  expect(one).toMatchObject({
    'service.name': 'bionic',
    'service.version': expect.stringMatching(/^\d+\.\d+/),
  })
  expect(one['service.instance.id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(other['service.instance.id']).not.toBe(one['service.instance.id'])
  const OTEL_RESOURCE_ATTRIBUTES = 'service.instance.id=left,service.version=ours,place=home'
  expect(await resourceOf({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'chat' })).toEqual({
    ...{ 'service.name': 'chat', 'service.version': 'ours', 'service.instance.id': 'left', place: 'home' },
  })
})

import { randomUUID } from 'node:crypto'
import type { Env } from '../base/env.ts'
import type { Logger } from '../base/log.ts'
import { programVersion } from '../base/program-version.ts'
import type { OtlpExporter } from '../base/telemetry/otlp-exporter.ts'

/** Nothing of it is loaded where nobody collects traces and metrics. */
export async function openExporter(env: Env, log: Logger): Promise<OtlpExporter | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const { OtlpExporter } = await import('../base/telemetry/otlp-exporter.ts')
  return new OtlpExporter({
    ...{ endpoint, log, headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {} },
    resource: {
      // Several servers send to one collector, which could not tell their series apart.
      'service.instance.id': randomUUID(),
      'service.version': programVersion(),
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': env.OTEL_SERVICE_NAME,
    },
    ...{ sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG },
  })
}

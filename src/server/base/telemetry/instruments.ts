import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { genAiAttributes, genAiBuckets, genAiMetrics } from './gen-ai-conventions.ts'

/** Prometheus writes dots as underscores, and the unit at the end. */
const prometheusName = (name: string, unit = '') => name.replaceAll('.', '_') + (unit && `_${unit}`)

/** What is measured as it happens. Values that clients can make up never become labels: their number would be unlimited. */
export interface Instruments {
  http: ReturnType<typeof httpInstruments>
  database: ReturnType<typeof databaseInstruments>
  genAi: ReturnType<typeof genAiInstruments>
  replies: ReturnType<typeof replyInstruments>
  chores: ReturnType<typeof choreInstruments>
}

/** Every metric of the product is defined here or in `gauges.ts`. */
export function createInstruments(registry: Registry): Instruments {
  return {
    http: httpInstruments(registry),
    database: databaseInstruments(registry),
    genAi: genAiInstruments(registry),
    replies: replyInstruments(registry),
    chores: choreInstruments(registry),
  }
}

function httpInstruments(registry: Registry) {
  const registers = [registry]
  return {
    duration: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Requests by route, method and status, and the time until their answer began.',
      labelNames: ['http_route', 'http_request_method', 'http_response_status_code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    active: new Gauge({
      name: 'http_server_active_requests',
      help: 'Requests whose answer is not over yet, event streams included.',
      labelNames: ['http_request_method'],
      registers,
    }),
  }
}

function databaseInstruments(registry: Registry) {
  return {
    duration: new Histogram({
      name: 'db_client_operation_duration_seconds',
      help: 'Statements by their name or first word, from the moment they are asked to their answer, waiting for a connection included.',
      labelNames: ['db_operation_name', 'error_type'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10],
      registers: [registry],
    }),
    replicaReads: new Counter({
      name: 'bionic_replica_reads_total',
      help: 'Statements that a replica may answer, by what is read, where, and if at the primary, why; absent without replicas.',
      labelNames: ['read', 'place', 'reason'],
      registers: [registry],
    }),
  }
}

const underscored = (attributes: readonly string[]) => attributes.map((name) => prometheusName(name))

function genAiInstruments(registry: Registry) {
  const { operation, provider, requestModel, tokenType, toolName } = genAiAttributes
  const call = underscored([operation, provider, requestModel])
  const histogram = (
    name: string,
    unit: string,
    help: string,
    labelNames: string[],
    buckets = genAiBuckets.duration,
  ) => new Histogram({ name: prometheusName(name, unit), help, labelNames, buckets, registers: [registry] })
  return {
    operationDuration: histogram(
      genAiMetrics.operationDuration,
      'seconds',
      'Requests to models, from the question to the end of the answer; failed ones by the kind of error.',
      [...call, 'error_type'],
    ),
    timeToFirstChunk: histogram(
      genAiMetrics.timeToFirstChunk,
      'seconds',
      'Time from the question to the first that a model sends.',
      call,
    ),
    timePerOutputChunk: histogram(
      genAiMetrics.timePerOutputChunk,
      'seconds',
      'Time between two pieces of an answer.',
      call,
      genAiBuckets.chunk,
    ),
    tokenUsage: histogram(
      genAiMetrics.tokenUsage,
      '',
      'Tokens of a request to a model, as the model server counts them.',
      [...call, prometheusName(tokenType)],
      genAiBuckets.tokens,
    ),
    invokeAgent: histogram(
      genAiMetrics.invokeAgentDuration,
      'seconds',
      'Replies of agents, from the question to the last word, tools included.',
      ['error_type'],
    ),
    executeTool: histogram(
      genAiMetrics.executeToolDuration,
      'seconds',
      'Calls of tools. Those of servers of tools have one name together.',
      [prometheusName(toolName), 'error_type'],
    ),
  }
}

function replyInstruments(registry: Registry) {
  const registers = [registry]
  return {
    started: new Counter({ name: 'bionic_replies_started_total', help: 'Replies begun.', registers }),
    ended: new Counter({
      name: 'bionic_replies_ended_total',
      help: 'Replies by how they ended: finished, waiting for a person, failed, interrupted by a shutdown, stopped by the reader.',
      labelNames: ['end'],
      registers,
    }),
    firstWords: new Histogram({
      name: 'bionic_reply_first_words_seconds',
      help: 'Time from the request to the first words of its reply.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 100, 300],
      registers,
    }),
    words: new Counter({ name: 'bionic_reply_words_total', help: 'Words of all replies.', registers }),
  }
}

/** What a server does beside what it is asked. */
function choreInstruments(registry: Registry) {
  const registers = [registry]
  return {
    sweeps: new Histogram({
      name: 'bionic_sweep_duration_seconds',
      help: 'Regular sweeps, by name and whether they failed.',
      labelNames: ['sweep', 'outcome'],
      buckets: [0.001, 0.01, 0.1, 1, 10, 60],
      registers,
    }),
    jobs: new Histogram({
      name: 'bionic_job_duration_seconds',
      help: 'Attempts at jobs, by kind and whether they failed.',
      labelNames: ['kind', 'outcome'],
      buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300],
      registers,
    }),
    lostTelemetry: new Counter({
      name: 'bionic_telemetry_dropped_total',
      help: 'Spans that could not be sent to the collector and were dropped.',
      registers,
    }),
  }
}

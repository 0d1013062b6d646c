import * as z from 'zod/mini'
import type { ModelFacts } from '../../../shared/models/models.ts'
import { protocols } from '../dialects/protocols.ts'
import { getJson } from '../http/get-json.ts'
import { httpFetch } from '../http/http-fetch.ts'
import type { ProviderAddress } from '../model-address.ts'
import { toModelError } from './to-model-error.ts'

/** The longest lists have some hundred models with a page of text each. */
const MAX_LIST_BYTES = 8 * 1024 * 1024
const MOST_MODELS = 2_000
const LIST_MS = 10_000

const number = z.catch(z.optional(z.number().check(z.gte(0))), undefined)
const price = z.catch(
  z.optional(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value) => Number(value)),
    ),
  ),
  undefined,
)
const words = z.catch(z.optional(z.array(z.string())), undefined)
const flag = z.catch(z.optional(z.boolean()), undefined)
const inner = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.catch(z.optional(z.object(shape)), undefined)
const supported = inner({ supported: flag })

/** What providers say of a model beside its id, each under names of its own; what is odd counts as not said. */
const listedSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(220)),
  type: z.catch(z.optional(z.string()), undefined),
  context_length: number,
  context_window: number,
  max_context_length: number,
  max_input_tokens: number,
  max_model_len: number,
  meta: inner({ n_ctx: number, n_ctx_train: number }),
  architecture: inner({ input_modalities: words, output_modalities: words }),
  supported_parameters: words,
  capabilities: inner({
    completion_chat: flag,
    vision: flag,
    function_calling: flag,
    reasoning: flag,
    image_input: supported,
    thinking: supported,
  }),
  pricing: inner({ prompt: price, completion: price, input_cache_read: price, input: price, output: price }),
})
type Listed = z.infer<typeof listedSchema>

const listSchema = z.union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) })])

export interface FoundModel {
  model: string
  facts: Partial<ModelFacts>
}

/**
 * The models of a provider that answer in words, as it lists them, with what it says of each.
 * @throws {ModelError} also where a key is refused
 */
export async function listModels(address: ProviderAddress, signal: AbortSignal): Promise<FoundModel[]> {
  const { dialect, baseUrl, apiKey, send = httpFetch } = address
  try {
    const list = await getJson({
      send,
      url: `${baseUrl.replace(/\/+$/, '')}/models${dialect === 'messages' ? '?limit=1000' : ''}`,
      headers: { accept: 'application/json', ...protocols[dialect].headers(apiKey) },
      mostBytes: MAX_LIST_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]),
    })
    const parsed = listSchema.safeParse(list)
    const all = parsed.success ? (Array.isArray(parsed.data) ? parsed.data : parsed.data.data) : []
    return all.slice(0, MOST_MODELS).flatMap((one) => {
      const listed = listedSchema.safeParse(one)
      return listed.success && isForWords(listed.data) ? [foundOf(listed.data)] : []
    })
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, apiKey)
  }
}

const otherKinds =
  /embed|rerank|whisper|\btts\b|dall-e|moderation|\bimagen?\b|-image|\bveo\b|sora|transcribe|realtime|speech|\baqa\b|guard\b/i

function isForWords({ id, type, architecture, capabilities }: Listed): boolean {
  if (capabilities?.completion_chat === false) return false
  if (architecture?.output_modalities && !architecture.output_modalities.includes('text')) return false
  if (type !== undefined && /^(?:embedding|rerank|image|audio|video|moderation|transcribe)/i.test(type))
    return false
  return !otherKinds.test(id)
}

function foundOf(listed: Listed): FoundModel {
  const { capabilities, architecture, supported_parameters: parameters, meta } = listed
  const window =
    listed.context_length ??
    listed.context_window ??
    listed.max_context_length ??
    listed.max_input_tokens ??
    listed.max_model_len ??
    meta?.n_ctx ??
    meta?.n_ctx_train
  const sees =
    architecture?.input_modalities?.includes('image') ??
    capabilities?.vision ??
    capabilities?.image_input?.supported
  const tools = parameters?.includes('tools') ?? capabilities?.function_calling
  const reasons =
    parameters?.includes('reasoning') ?? capabilities?.reasoning ?? capabilities?.thinking?.supported
  const prices = pricesOf(listed.pricing)
  return {
    // Google's list has a path in place of the name that requests have.
    model: listed.id.replace(/^models\//, ''),
    facts: {
      ...(window !== undefined && window >= 1 && { windowTokens: Math.floor(window) }),
      ...(sees !== undefined && { sees }),
      ...(tools !== undefined && { tools }),
      ...(reasons !== undefined && { reasons }),
      ...(prices && { prices }),
    },
  }
}

const MILLION = 1_000_000

/** OpenRouter's are for a token, and negative where they depend on the model that answers; Together's for a million. */
function pricesOf(pricing: Listed['pricing']): ModelFacts['prices'] {
  const { prompt, completion, input_cache_read: cached, input, output } = pricing ?? {}
  if (isPrice(prompt) && isPrice(completion))
    return {
      input: dollars(prompt * MILLION),
      output: dollars(completion * MILLION),
      ...(isPrice(cached) && { cachedInput: dollars(cached * MILLION) }),
    }
  return isPrice(input) && isPrice(output) ? { input, output } : null
}

const isPrice = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0

/** Without the last digits of a floating-point product. */
const dollars = (price: number): number => Number(price.toPrecision(9))

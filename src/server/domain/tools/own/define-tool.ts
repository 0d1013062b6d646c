import type * as z from 'zod/mini'
import { cutText } from '../../../../shared/text/plain-text.ts'
import { ownToolWords } from '../../../../shared/tools/own-tool-words.ts'
import type { OwnTool } from '../../../../shared/tools/tool-states.ts'
import { digestOf } from '../digests.ts'
import type { CallContext, GivenAnswer, Marks, Tool, ToolKind, ToolOutcome } from '../tool.ts'

interface Definition<Schema extends z.ZodMiniType> {
  name: OwnTool
  description: string
  parameters: Record<string, unknown>
  /** Of the same arguments as `parameters`. */
  schema: Schema
  kind: ToolKind
  marks: Marks
  run(
    args: z.output<Schema>,
    context: CallContext,
    signal: AbortSignal,
    answer: GivenAnswer | undefined,
  ): Promise<ToolOutcome> | ToolOutcome
}

export const noMarks: Marks = { untrusted: false, private: false }

/** A tool of this place, which answers arguments that are wrong with a sentence for the model. */
export function defineTool<Schema extends z.ZodMiniType>({
  schema,
  run,
  ...described
}: Definition<Schema>): Tool {
  const { name, description, parameters } = described
  const title = ownToolWords[name].name
  return {
    ...described,
    title,
    origin: null,
    pin: digestOf({ name, title, description, parameters }),
    async run(args, context, signal, answer) {
      const parsed = schema.safeParse(args)
      if (parsed.success) return run(parsed.data, context, signal, answer)
      const [issue] = parsed.error.issues
      const where = issue?.path.join('.') ?? ''
      return failed(`The arguments are wrong${where && ` at “${where.slice(0, 60)}”`}: ${issue?.message}`)
    },
  }
}

/** As long as a part holds. */
const WHY_CHARACTERS = 2_000

export function failed(why: string): ToolOutcome {
  return { kind: 'failed', why: cutText(why, WHY_CHARACTERS).toWellFormed() }
}

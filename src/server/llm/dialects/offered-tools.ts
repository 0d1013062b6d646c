import type { OfferedTools } from '../provider.ts'

export interface FunctionTool {
  name: string
  description?: string | undefined
  parameters: Record<string, unknown>
  strict?: boolean | undefined
}

type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

const NO_PARAMETERS = { type: 'object', properties: {} }

/** The functions of what is offered in the form of chat completions; other kinds of tools exist there alone. */
export function functionsOf(offered: OfferedTools | undefined): FunctionTool[] {
  return (offered?.tools ?? []).flatMap((tool) => {
    const { function: given } = tool as { function?: Record<string, unknown> }
    if (typeof given?.name !== 'string') return []
    const { name, description, parameters, strict } = given
    return {
      name,
      ...(typeof description === 'string' && { description }),
      parameters: isRecord(parameters) ? { type: 'object', ...parameters } : NO_PARAMETERS,
      ...(typeof strict === 'boolean' && { strict }),
    }
  })
}

/** Undefined if nothing was said about it. */
export function choiceOf(choice: unknown): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const named = isRecord(choice) && isRecord(choice.function) ? choice.function.name : undefined
  return typeof named === 'string' ? { name: named } : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

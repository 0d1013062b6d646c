import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'

/**
 * Gives a schema the form in which the MCP SDK takes it: the small variant of zod that everything here uses lacks the
 * method that describes a schema. The description is made once.
 */
export function toolSchema<Schema extends z.ZodMiniObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const described: Partial<Record<'input' | 'output', Record<string, unknown>>> = {}
  const jsonSchemaOf = (io: 'input' | 'output') => () => {
    described[io] ??= z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
    return described[io]
  }
  return {
    '~standard': {
      ...schema['~standard'],
      jsonSchema: { input: jsonSchemaOf('input'), output: jsonSchemaOf('output') },
    } as StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>>['~standard'],
  }
}

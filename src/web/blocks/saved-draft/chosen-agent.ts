import * as z from 'zod/mini'

/** An agent as a brief keeps it: by what it was called and looked like when it was chosen. */
export const chosenAgentSchema = z.object({ id: z.uuid(), name: z.string(), imageUrl: z.string() })
export type ChosenAgent = z.infer<typeof chosenAgentSchema>

import * as z from 'zod/mini'

const tokens = z.int().check(z.gte(0))

/** What takes room in a window, in the order of a prompt. */
const contextKinds = [
  'persona',
  'memory',
  'opening',
  'story',
  'turns',
  'recalled',
  'passages',
  'question',
] as const
export type ContextKind = (typeof contextKinds)[number]

/**
 * What a reply was made with, in estimated tokens, and where it stands. It has ids alone: what a person deletes is not
 * in it, and who may read the reply may not read a memory.
 */
export const contextPartFields = {
  /** Of the model, and what is kept free for the reply. */
  window: tokens,
  reserved: tokens,
  used: z.object({
    persona: tokens,
    memory: tokens,
    opening: tokens,
    story: tokens,
    turns: tokens,
    recalled: tokens,
    passages: tokens,
    question: tokens,
  } satisfies Record<ContextKind, typeof tokens>),
  /** Facts of the person's memory. */
  facts: z.array(z.uuid()),
  story: z.nullable(z.uuid()),
  /** Messages of the path that were found again by words. */
  recalled: z.array(z.uuid()),
}

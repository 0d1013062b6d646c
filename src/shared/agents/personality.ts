/** How an agent speaks. What offers or joins them needs no schema, so they stand beside the agent's own. */
export const tones = ['professional', 'friendly', 'casual', 'academic', 'humorous'] as const
export type Tone = (typeof tones)[number]

/** How a tone is named where one is chosen. */
export const toneChoices = tones.map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))

/**
 * Section 5: the personality is the base personality, the tone and the custom instructions joined together.
 * Parts that were not given leave nothing behind.
 */
export function joinPersonality(parts: {
  personality: string
  tone?: Tone | undefined
  customInstructions?: string | undefined
}): string {
  return [
    parts.personality.trim(),
    parts.tone && `Speak in a ${parts.tone} tone.`,
    parts.customInstructions?.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
}

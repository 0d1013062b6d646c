/**
 * The tones in which an agent can speak. They are separate from the agent's schema so that code that only offers or
 * joins them does not load it.
 */
export const tones = ['professional', 'friendly', 'casual', 'academic', 'humorous'] as const
export type Tone = (typeof tones)[number]

/** The tones with their labels for a select field. */
export const toneChoices = tones.map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))

/**
 * Section 5: joins the base personality, the tone and the custom instructions. Parts that were not given leave no blank
 * lines behind.
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

/** Apart from the agent's schema, so that code that only offers tones does not load it. */
export const tones = ['professional', 'friendly', 'casual', 'academic', 'humorous'] as const
export type Tone = (typeof tones)[number]

export const toneChoices = tones.map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))

/** Section 5. Parts that were not given leave no blank lines behind. */
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

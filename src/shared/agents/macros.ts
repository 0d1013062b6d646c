export interface MacroNames {
  /** The agent's nickname or name. */
  char: string
  /** The person's name, or `ANYBODY` if they have none. */
  user: string
}

export const ANYBODY = 'User'

/** Replaces macros, older forms (`<BOT>`) too, in one pass: a macro within a name is not expanded. */
export function expandMacros(text: string, { char, user }: MacroNames, original = ''): string {
  return text.replace(
    /\{\{(char|user|original)\}\}|<(bot|char|user)>/gi,
    (_, macro?: string, older?: string) => {
      switch ((macro ?? older ?? '').toLowerCase()) {
        case 'user':
          return user
        case 'original':
          return original
        default:
          return char
      }
    },
  )
}

/** Leaves older forms: `<user>` may be what an agent without a persona is about. */
function shown(text: string, char: string): string {
  return text.replace(/\{\{(char|user)\}\}/gi, (_, macro: string) =>
    macro.toLowerCase() === 'char' ? char : 'you',
  )
}

/** As others than the owner see it. Prompts and exported cards have the texts as they were written. */
export function asShown<Shown extends { name: string; description: string; personality?: string }>(
  agent: Shown,
): Shown {
  const { name, description, personality } = agent
  return {
    ...agent,
    description: shown(description, name),
    ...(personality !== undefined && { personality: shown(personality, name) }),
  }
}

/** The names that macros of a persona stand for. */
export interface MacroNames {
  /** The agent's nickname or name. */
  char: string
  /** The person's name, or `ANYBODY` if they have none. */
  user: string
}

/** What `{{user}}` stands for if the person has no name. */
export const ANYBODY = 'User'

/**
 * Replaces `{{char}}`, `{{user}}` and their older forms `<BOT>`, `<CHAR>` and `<USER>`, in any case, in one pass: a name
 * that contains a macro itself is not expanded again.
 * @param original the text that `{{original}}` stands for; the macro is removed if there is none
 */
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

/**
 * A text of an agent as it is shown to people and programs whom nobody has named. Only the forms in braces are replaced:
 * `<user>` may be what an agent without a persona is about.
 */
function shown(text: string, char: string): string {
  return text.replace(/\{\{(char|user)\}\}/gi, (_, macro: string) =>
    macro.toLowerCase() === 'char' ? char : 'you',
  )
}

/** An agent as others than its owner are shown it. Prompts and exported cards have its texts as they were written. */
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

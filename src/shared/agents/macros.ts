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

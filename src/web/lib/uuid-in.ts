const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The id in a text that is a link or an id. */
export const uuidIn = (text: string): string | undefined => uuid.exec(text)?.[0].toLowerCase()

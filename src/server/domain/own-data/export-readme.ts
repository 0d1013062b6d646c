import { EXPORT_VERSION } from '../../../shared/own-data/export-format.ts'

/** What an import can't restore, or changes. docs/export-format.md has the same list. */
export const notTheSame = [
  'Agents, documents, realms, conversations, runs and briefs get ids of their own, so links to the old ones do not lead to them.',
  'Agents get handles anew, made from their names, since somebody else may have the old ones.',
  'What belongs to other people stays with them: what others, and agents for others, said in your realms, who took part in them, and upvotes.',
  'What you said in realms of others is in the export to read; it can’t be put back there.',
  'Messages of your realms are numbered anew, and one that answered somebody else answers nothing.',
  'Analytics are in the export to read; a new place counts from nothing.',
  'Pictures are decoded and stored anew, so they have other addresses; what they show stays.',
  'Agents of other people are named where you met them. They answer only where they are there.',
  'What was still running when it was exported is interrupted. Runs are shared with nobody, and briefs begin at their first revision.',
  'A name is yours only where nobody has it; a profile that is there already stays as it is.',
  'No time is later than that of the import.',
  'Documents are read in anew, as version 1. Of one whose file could not be read, the file before it is taken, which replies were made from.',
  'What a reply cites stays with it as a quote. It opens in the document where that file was imported with your agent; a citation of an older file, or of somebody else’s document, only shows the quote.',
  'What an agent here remembers of you already is not doubled, and what you decided here about its memory stays.',
  'Copies of conversations that you share are in the export to read. Their links are no part of it, and nothing is shared by an import.',
  'The files of your conversations are in no export; questions name theirs, and an import leaves that out.',
  'An agent keeps the tools of servers that are there and yours. What you had opened for everybody is closed, for you to open again.',
  'Sessions, keys and signatures are in no export. Your keys for models are named there, to add them again.',
  'What you allowed agents from now on is in the export to read; they ask again. Browsers that are told what waits for you are in no export.',
] as const

export const README = `# An export of Bionic

Everything that one wallet made and said, as of \`exportedAt\` in \`bionic.json\`. Each thing is there twice: \`.json\` for
programs, \`.md\` for people. Things are read one after the other, so what changed meanwhile is as it was at its turn.

This is version ${EXPORT_VERSION} of the format. Any Bionic that reads it can import the zip as it is, in Settings, under “Your data”.

| Files | What they are |
|---|---|
| \`bionic.json\` | the format and its version, the id of this export, the wallet, the time, and how many things there are |
| \`profile.json\` | name, picture and the line about you |
| \`favourites.json\` | the agents that you keep at hand |
| \`blocks.json\` | whom you block; nobody else learns of it |
| \`mcp-servers.json\` | the servers of tools that you connected, with the tools that you accepted, but neither tokens nor sign-ins |
| \`model-keys.json\` | your keys for models by name and provider, with what may be spent of them, but not the keys themselves |
| \`inbox.json\` | your quiet hours, and which tools you allowed to which agents from now on |
| \`ratings.json\` | what you think of agents of others that you talked with |
| \`reports.json\` | what you reported, and what became of it |
| \`agents/\` | each agent as it is now, its \`documents\` in order, and under \`versions\` as it was before |
| \`documents/\` | the files of these documents as they were uploaded, by agent |
| \`pictures/\` | the pictures that \`/images/{hash}.webp\` in the documents stands for, by their hash |
| \`realms/\` | the realms that you made, and what you said in them |
| \`elsewhere/\` | what you said in realms of others |
| \`conversations/\` | each conversation with all its branches: \`parentId\` names the message that one follows, \`activeLeaf\` ends the path that is shown, and \`parts\` has a reply's thoughts and words where there is more than words |
| \`memory/\` | what each agent remembers of you, oldest first, with what a fact said before, and whether it is switched off |
| \`shared/\` | what the copies of conversations that you share show |
| \`runs/\` | runs of a swarm: the agents (\`seats\`), the tasks (\`phases\`), and what was said (\`turns\`) |
| \`social/\` | briefs with their drafts |
| \`analytics.json\`, \`analytics.md\` | what was counted of your agents' replies, by day of UTC |

Times are ISO 8601 in UTC, ids are UUIDs, texts are UTF-8. Fields that a reader does not know are to be passed over.

## What an import makes otherwise

${notTheSame.map((one) => `- ${one}`).join('\n')}
`

import type * as z from 'zod/mini'
import { blockedAddressesSchema, blocksPageSchema, newBlockSchema } from '../../shared/people/blocks.ts'
import { realmModerationSchema } from '../../shared/realms/moderation.ts'
import { heldMessagesSchema } from '../../shared/realms/realm-messages.ts'

import { realmMutesSchema } from '../../shared/realms/realms.ts'

export const moderationSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  Blocks: blocksPageSchema,
  BlockedAddresses: blockedAddressesSchema,
  NewBlock: newBlockSchema,
  RealmMutes: realmMutesSchema,
  RealmModeration: realmModerationSchema,
  HeldMessages: heldMessagesSchema,
}

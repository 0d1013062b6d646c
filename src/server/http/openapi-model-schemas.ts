import {
  newOwnKeySchema,
  ownKeyChangesSchema,
  ownKeySchema,
  ownKeysSchema,
} from '../../shared/models/own-keys.ts'

/** The names, in the description of the API, of what concerns people's own keys for models. */
export const modelKeySchemas = {
  ModelKeys: ownKeysSchema,
  ModelKey: ownKeySchema,
  NewModelKey: newOwnKeySchema,
  ModelKeyChanges: ownKeyChangesSchema,
}

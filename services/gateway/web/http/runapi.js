// Asks the gateway what was done on a session, for its owner.

import { ask } from "./api.js";

export const traceOf = (id, signal) => ask("get", "/v1/sessions/{session_id}/trace", { path: { session_id: id }, signal });

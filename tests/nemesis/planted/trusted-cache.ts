/** Planted fault: a token that was valid once is valid for ever. Loaded before the service. */
import { BotAuthentication } from "heliogram/http/authentication/bot-authentication.ts";

BotAuthentication.prototype.forget = () => {};
BotAuthentication.prototype.reload = (_tx, _token, before) => Promise.resolve(before);

/** The screens for people without an account or a password, in one chunk. Sign-in is part of the first screen. */
export { ForgottenPasswordScreen } from "./forgotten-password-screen.tsx";
export { InvitationScreen } from "./invitation-screen.tsx";
export { MailAddressScreen } from "./mail-address-screen.tsx";
export { NewDeviceScreen } from "./new-device-screen.tsx";
export { ResetScreen } from "./reset-screen.tsx";
export { SignUpScreen } from "./sign-up-screen.tsx";

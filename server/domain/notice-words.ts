/** The words of notices about accounts. */
import type { AccountNotice, NoticeKind } from "./account-notices.ts";
import type { MailLanguage } from "./mail.ts";
import { fill } from "./text/fill.ts";

interface NoticeWords {
  /** One sentence about the account `{account}`. */
  readonly told: Readonly<Record<NoticeKind, string>>;
  readonly advice: string;
}

const WORDS: Readonly<Record<MailLanguage, NoticeWords>> = {
  en: {
    told: {
      password_changed: "The password of your account {account} was changed.",
      password_reset: "A new password was set for your account {account}, with a link for that.",
      second_factor_set: "An authenticator app was set up for your account {account}.",
      second_factor_removed: "The authenticator app of your account {account} was removed.",
      second_factor_taken:
        "Those who run this service have removed the second factor of your account {account}. Set up a new one.",
      passkey_added: "A passkey was added to your account {account}. Whoever has it can sign in.",
      passkey_removed: "A passkey of your account {account} was removed.",
      identity_connected:
        "An account at {provider} was connected to your account {account}. Whoever signs in there can sign in here.",
      identity_disconnected: "Your account at {provider} was disconnected from your account {account}.",
      recovery_codes_made: "New recovery codes were made for your account {account}. Older ones are void.",
      recovery_code_used: "Somebody signed in to your account {account} with a recovery code. Codes left: {left}.",
      new_place:
        "Somebody signed in to your account {account} from a place that is new. Device: {device}. Network address: {place}. Time: {at}.",
      mail_address_set: "A mail address was confirmed for your account {account}.",
      mail_address_changed:
        "Another mail address was confirmed for your account {account}. Mails about it go there from now on.",
      mail_address_removed: "The mail address of your account {account} was removed.",
    },
    advice:
      "If this was not you, change your password, end all sessions in the settings, and tell an owner of the service.",
  },
  ar: {
    told: {
      password_changed: "تم تغيير كلمة مرور حسابك {account}.",
      password_reset: "تم تعيين كلمة مرور جديدة لحسابك {account} عبر رابط مخصص لذلك.",
      second_factor_set: "تم إعداد تطبيق مصادقة لحسابك {account}.",
      second_factor_removed: "تمت إزالة تطبيق المصادقة من حسابك {account}.",
      second_factor_taken: "أزال القائمون على هذه الخدمة العامل الثاني لحسابك {account}. قم بإعداد عامل جديد.",
      passkey_added: "تمت إضافة مفتاح مرور إلى حسابك {account}. يمكن لمن يملكه تسجيل الدخول.",
      passkey_removed: "تمت إزالة مفتاح مرور من حسابك {account}.",
      identity_connected: "تم ربط حساب لدى {provider} بحسابك {account}. يمكن لمن يسجّل الدخول هناك أن يسجّل الدخول هنا.",
      identity_disconnected: "تم فصل حسابك لدى {provider} عن حسابك {account}.",
      recovery_codes_made: "تم إنشاء رموز استرداد جديدة لحسابك {account}. الرموز السابقة ملغاة.",
      recovery_code_used: "سجّل شخص ما الدخول إلى حسابك {account} برمز استرداد. الرموز المتبقية: {left}.",
      new_place:
        "سجّل شخص ما الدخول إلى حسابك {account} من مكان جديد. الجهاز: {device}. عنوان الشبكة: {place}. الوقت: {at}.",
      mail_address_set: "تم تأكيد عنوان بريد لحسابك {account}.",
      mail_address_changed:
        "تم تأكيد عنوان بريد آخر لحسابك {account}. ستُرسل الرسائل المتعلقة به إلى هناك من الآن فصاعدًا.",
      mail_address_removed: "تمت إزالة عنوان البريد من حسابك {account}.",
    },
    advice: "إذا لم تكن أنت، فغيّر كلمة مرورك، وأنهِ جميع الجلسات من الإعدادات، وأخبر أحد مالكي الخدمة.",
  },
};

export interface NoticeText {
  /** What has happened. */
  readonly told: string;
  /** What to do if it was somebody else. */
  readonly advice: string;
}

/** @param account - how the person's account is called */
export function noticeText(language: MailLanguage, { kind, ...values }: AccountNotice, account: string): NoticeText {
  const { told, advice } = WORDS[language];
  return { told: fill(told[kind], { ...values, account }), advice };
}
